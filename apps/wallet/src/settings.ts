/** What this installation is: which service and which ledger the wallet speaks with. Served beside the page. */
export interface Settings {
  readonly service_url: string
  /** Thumbprints of the keys that sign payment facts, pinned when a wallet is made. */
  readonly facts_keys: readonly string[]
  /** `none`: the service serves nothing beyond the specification. */
  readonly extensions?: 'all' | 'none'
  readonly ledger_url: string | null
  readonly friendbot_url: string | null
  /** Nodes of EVM chains, by the network's name; absent where none is enabled. */
  readonly chains?: Readonly<Record<string, { readonly rpc_url: string; readonly friendbot_url?: string }>>
  /** Of `npm run dev` alone. */
  readonly demo_shop_url?: string
}

const KEPT = 'settings'
let read: Promise<Settings> | undefined

/** Kept for when there is no network. None of it is secret, and pins are those of the wallet, not these. */
const fetchSettings = async (): Promise<Settings> => {
  try {
    const answer = await fetch('/settings.json')
    if (!answer.ok) throw new Error(`settings: ${answer.status}`)
    const text = await answer.text()
    localStorage.setItem(KEPT, text)
    return JSON.parse(text) as Settings
  } catch (error) {
    const kept = localStorage.getItem(KEPT)
    if (kept === null) throw error
    return JSON.parse(kept) as Settings
  }
}

export const settings = (): Promise<Settings> => {
  read ??= fetchSettings().catch((error: unknown) => {
    read = undefined
    throw error
  })
  return read
}

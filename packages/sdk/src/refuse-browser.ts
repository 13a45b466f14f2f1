/** Keys of agents, merchants and projects do not belong where every visitor can read them. */
export interface BrowserOption {
  /** Lets the client run in a browser page, for tools whose page is private. */
  readonly dangerously_allow_browser?: boolean | undefined
}

export const refuseBrowser = (client: string, { dangerously_allow_browser = false }: BrowserOption): void => {
  const { window } = globalThis as { window?: { document?: unknown } }
  if (window?.document === undefined || dangerously_allow_browser) return
  throw new TypeError(
    `${client} holds a secret that every visitor of this page could read. Run it on a server; only the wallet client is made for browsers. If this page is yours alone, set dangerously_allow_browser.`,
  )
}

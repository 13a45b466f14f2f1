/**
 * Does the domain itself vouch for a payee, now? Looks in the three places that the contract names, over the network and
 * outside any transaction; what it saw is evidence, or an answer to the person who must fix it.
 */
import { createHash, hash } from 'node:crypto'
import { idOf } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { type Ledger, networkOf } from '@pursestrings/protocol/networks'
import { parse as parseToml } from 'smol-toml'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { OutboundError } from '../../platform/egress/outbound-error.ts'
import { proveTxt } from '../../platform/egress/txt-proof.ts'
import { checkAddress } from '../../rules/networks/check-address.ts'
import type { PaymentFacts } from './payment-facts.ts'
import type { RecipientVersionRow } from './recipient-versions.store.ts'

export type FoundIn = 'svc-recipients.json' | NonNullable<Ledger['accounts_file']> | 'dns'
/** What was seen there, so that it can be compared later with what the domain's owner knows to have published. */
type Seen =
  | {
      readonly observed_at: string
      readonly status: number
      readonly body_digest: string
      readonly body_bytes: number
      /** Of the key that the site proved itself with. */
      readonly spki_digest: string | null
    }
  | {
      readonly observed_at: string
      readonly answers: readonly { readonly resolver: string; readonly digest: string; readonly dnssec: boolean }[]
    }

interface Finding {
  readonly found_in: FoundIn
  readonly location: string
  readonly seen: Seen
  /** As it was served, if it is short. */
  readonly body: string | null
}
type Search =
  | { readonly finding: Finding }
  | {
      readonly finding: undefined
      readonly seen: readonly string[]
      /** Every place answered, and none has it: the domain doesn't list it, rather than that nobody could see. */
      readonly gone: boolean
    }

interface Place {
  readonly found_in: FoundIn
  readonly location: string
  look(): Promise<Looked>
}

type Looked = { readonly fault: string; readonly answered: boolean } | Pick<Finding, 'seen' | 'body'>

export const findVoucher = async (egress: Egress, domain: string, facts: PaymentFacts): Promise<Search> => {
  const seen: string[] = []
  let gone = true
  for (const { found_in, location, look } of placesFor(egress, domain, facts)) {
    const looked = await look()
    if (!('fault' in looked)) return { finding: { found_in, location, ...looked } }
    seen.push(`${location}: ${looked.fault}`)
    gone &&= looked.answered
  }
  return { finding: undefined, seen, gone }
}

/** TXT and a ledger's own file name an address only: a payee that is more than an address needs the list of ours. */
const placesFor = (egress: Egress, domain: string, facts: PaymentFacts): Place[] => {
  const record = `_svc-recipient.${domain}`
  const bare = facts.memo === null && facts.contract === null && facts.issuer === null
  const accounts_file = networkOf(facts.network).ledger?.accounts_file
  const file = (found_in: FoundIn, find: typeof inList): Place => {
    const location = `https://${domain}/.well-known/${found_in}`
    return { found_in, location, look: () => lookInFile(egress, location, (text) => find(text, facts)) }
  }
  return [
    file('svc-recipients.json', inList),
    ...(bare && accounts_file ? [file(accounts_file, inToml)] : []),
    ...(bare ? [{ found_in: 'dns' as const, location: record, look: () => lookInDns(egress, record, facts) }] : []),
  ]
}

/** Bodies are kept up to here; of longer ones the digest is. */
const BODY_KEPT_MAX = 16_384

const digestOf = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex')

const lookInDns = async ({ dns }: Egress, name: string, { network, address }: PaymentFacts): Promise<Looked> => {
  const { ok, seen, checks, at } = await proveTxt(dns, name, `svc-recipient=${network}:${address}`)
  if (!ok) {
    const answered = checks.every(({ outcome }) => outcome !== 'timeout' && outcome !== 'error')
    return { fault: seen.join(', '), answered }
  }
  const answers = checks
    .filter(({ kind }) => kind === 'resolver')
    // Our resolver does not check signatures of DNS by itself.
    .map(({ from, values }) => ({ resolver: from, digest: digestOf(canonicalJson(values)), dnssec: false }))
  return { seen: { observed_at: at, answers }, body: null }
}

const lookInFile = async (
  { https }: Egress,
  url: string,
  judge: (text: string) => string | undefined,
): Promise<Looked> => {
  try {
    const { status, body, spki, at } = await https.request({ url })
    if (status !== 200) return { fault: `status ${status}`, answered: status === 404 || status === 410 }
    const text = new TextDecoder().decode(body)
    const fault = judge(text)
    if (fault !== undefined) return { fault, answered: true }
    const seen = {
      observed_at: at,
      status,
      body_digest: digestOf(body),
      body_bytes: body.length,
      spki_digest: spki === undefined ? null : digestOf(spki),
    }
    // PostgreSQL keeps no text with a NUL.
    return { seen, body: body.length <= BODY_KEPT_MAX && !text.includes('\0') ? text : null }
  } catch (error) {
    if (error instanceof OutboundError) return { fault: error.message, answered: false }
    throw error
  }
}

const FACTS = ['network', 'asset', 'address', 'memo', 'contract', 'issuer'] as const

const inList = (text: string, facts: PaymentFacts): string | undefined => {
  const document = read(() => JSON.parse(text) as { recipients?: unknown })
  if (!Array.isArray(document?.recipients)) return 'it is not JSON of the form {"recipients": [...]}'
  const equal = (entry: Record<string, unknown>) => FACTS.every((fact) => (entry[fact] ?? null) === facts[fact])
  const entries = document.recipients.filter((e): e is Record<string, unknown> => typeof e === 'object' && e !== null)
  return entries.some(equal) ? undefined : `none of its ${document.recipients.length} entries has exactly these facts`
}

const inToml = (text: string, { network, address }: PaymentFacts): string | undefined => {
  const accounts = read(() => parseToml(text))?.ACCOUNTS
  if (!Array.isArray(accounts)) return 'it has no list ACCOUNTS'
  const listed = accounts.some((a) => {
    const verdict = typeof a === 'string' ? checkAddress(network, a) : undefined
    return verdict?.ok === true && verdict.canonical === address
  })
  return listed ? undefined : `the address is not among its ${accounts.length} ACCOUNTS`
}

const read = <T>(parse: () => T): T | undefined => {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** What was found, where and for which facts, as one document whose digest both sides can compute. */
export const evidenceOf = (version: RecipientVersionRow, domain: string, finding: Finding) => {
  const { rail, network, asset, address, memo, contract, issuer, decimals, chain_id } = version
  const { found_in, location, seen, body } = finding
  const document = canonicalJson({
    type: 'svc.recipient_evidence.v2',
    recipient_version_id: idOf('rcv', version.recipient_version_id),
    facts: { rail, network, asset, address, memo, contract, issuer, decimals, chain_id },
    finding: { domain, found_in, location, ...seen },
  })
  return { document, digest: createHash('sha256').update(document).digest('hex'), body }
}

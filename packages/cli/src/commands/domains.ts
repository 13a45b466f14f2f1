/** `domains`: a host that is the merchant's, proven by what stands on it. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  ApiError,
  type DomainChallenge,
  type DomainCheck,
  type MerchantClient,
  type MerchantDomain,
} from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, addGroup, type Run, runs, seconds } from '../run.ts'
import { EXIT, failed, Stop } from '../stop.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const domains = await merchantOf(profiles.read()).merchantDomains.list().toArray()
  output.table(
    { domains },
    ['DOMAIN ID', 'STATUS', 'METHOD', 'DOMAIN'],
    domains.map((one) => [one.domain_id, one.status, one.method, one.domain]),
  )
}

const add = async ({ profiles, output }: Run, host: string, { method }: { method: 'https' | 'dns' }): Promise<void> => {
  const registered = await merchantOf(profiles.read()).merchantDomains.register({ domain: host, method })
  const { domain, challenge } = registered
  output.fields(registered, [
    ['domain', `${domain.domain} (${domain.status}, ${domain.domain_id})`],
    ['publish', challenge.value],
    [challenge.method === 'dns' ? 'as TXT at' : 'at', challenge.location],
    ['before', challenge.expires_at],
  ])
  output.note(`Then: pursestrings domains verify ${domain.domain} --watch`)
}

/** By its id or its name. */
export const findDomain = async (merchant: MerchantClient, name: string): Promise<MerchantDomain | undefined> => {
  for await (const one of merchant.merchantDomains.list()) {
    if (one.domain_id === name || one.domain === name.toLowerCase()) return one
  }
  return undefined
}

export const expectDomain = async (merchant: MerchantClient, name: string): Promise<MerchantDomain> => {
  const domain = await findDomain(merchant, name)
  if (domain) return domain
  throw failed(`"${name}" isn't one of your domains.`, `Add it first: pursestrings domains add ${name}`)
}

interface Verify {
  readonly watch?: boolean
  readonly timeout: number
}

const POLL_MS = 5_000
const isMissing = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.code === 'domain_proof_failed'

const verify = async ({ profiles, output }: Run, name: string, { watch = false, timeout }: Verify): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { domain_id, domain: host } = await expectDomain(merchant, name)
  const end = Date.now() + timeout * 1000
  const look = async () => {
    for (;;) {
      try {
        return await merchant.merchantDomains.verify(domain_id)
      } catch (failure) {
        if (!watch || !isMissing(failure)) throw failure
        if (Date.now() + POLL_MS > end) throw notSeen(host, (await merchant.merchantDomains.read(domain_id)).challenge)
        await pause(POLL_MS)
      }
    }
  }
  const verified = await (watch ? output.waiting(`Checking ${host}`, look) : look())
  output.fields(verified, [
    ['domain', `${host} (${verified.domain.status})`],
    ['organization', verified.merchant_status],
  ])
}

const show = async ({ profiles, output }: Run, name: string): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { domain_id } = await expectDomain(merchant, name)
  const shown = await merchant.merchantDomains.read(domain_id)
  const { domain, challenge, last_check, next_check_at, payees_affected } = shown
  output.fields(shown, [
    ['domain', `${domain.domain} (${domain.status}, ${domain_id})`],
    ['proof', challenge.value],
    ['at', challenge.location],
    ['last verified', domain.verified_at],
    ['missing since', domain.failing_since],
    ['lapses', domain.lapses_at],
    ['next check', next_check_at],
    ['payees', payees_affected],
  ])
  for (const check of last_check?.checks ?? []) output.note(lookText(check))
}

const lookText = ({ from, outcome, values, matches, took_ms }: DomainCheck): string =>
  `${from}: ${outcome}${values.length > 0 ? ` ${values.map((one) => `"${one}"`).join(', ')}` : ''}, ${
    matches ? 'matches' : 'does not match'
  } (${took_ms} ms)`

const remove = async ({ profiles, output }: Run, name: string): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { domain_id, domain } = await expectDomain(merchant, name)
  const removed = await merchant.merchantDomains.remove(domain_id)
  output.fields(removed, [
    ['domain', `${domain} (removed)`],
    ['payees suspended', removed.payees_suspended],
    ['organization', removed.merchant_status],
  ])
}

const notSeen = (host: string, { value, location }: DomainChallenge): Stop =>
  new Stop(EXIT.unknown, `${host} wasn't verified in time.`, `Publish "${value}" at ${location}, and try again.`)

export const addDomains = (program: Command): void => {
  const domains = addGroup(program, 'domains', 'Your domains, and verifying them', [
    'domains add shop.example.com --method dns',
  ])
  addCommand(domains, 'list', 'List domains', ['domains list']).action(runs(list))
  addCommand(domains, 'add <domain>', 'Register a domain and show what to publish', [
    'domains add shop.example.com',
    'domains add shop.example.com --method dns',
  ])
    .addOption(
      takes(
        new Option('--method <method>', 'a file over https, or a TXT record'),
        INPUTS['merchant_domains.register'].method,
      ).default('https'),
    )
    .action(runs(add))
  addCommand(domains, 'verify <domain>', 'Verify a domain', [
    'domains verify shop.example.com',
    'domains verify shop.example.com --watch --timeout 600',
  ])
    .option('--watch', 'check every five seconds until it works')
    .option('--timeout <seconds>', 'how long to watch', seconds, 300)
    .action(runs(verify))
  addCommand(domains, 'show <domain>', 'Show a domain and its last check', ['domains show shop.example.com']).action(
    runs(show),
  )
  addCommand(domains, 'check <domain>', 'Check a domain now', ['domains check shop.example.com']).action(
    runs((run: Run, name: string) => verify(run, name, { timeout: 0 })),
  )
  addCommand(domains, 'remove <domain>', 'Remove a domain; its payees are suspended', [
    'domains remove shop.example.com',
  ]).action(runs(remove))
}

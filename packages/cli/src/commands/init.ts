/**
 * `init`: a profile for one service, with the agent's key, made here, and the keys of the service, as it shows them on first
 * use. Run again it keeps what is there.
 */
import { NetworkError, TimeoutError } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { makeKey, publicHalf } from '../agent-key.ts'
import { baseUrlOf } from '../checks.ts'
import { type Pinned, pinKeys, thumbprints } from '../pins.ts'
import type { Profile } from '../profile.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { wrongUsage } from '../stop.ts'

interface Options {
  readonly baseUrl?: string
  readonly audience?: string
  readonly newKey?: boolean
  readonly pin?: readonly string[]
  readonly walletUrl?: string
}

/** A profile is for one service; a new one is for the one that is named. */
export const serviceOf = ({ profiles, environment }: Pick<Run, 'profiles' | 'environment'>, named?: string): string => {
  const there = profiles.exists() ? profiles.read() : undefined
  const base_url = baseUrlOf(named ?? environment.base_url ?? there?.base_url ?? profiles.read().base_url)
  if (!there || there.base_url === base_url) return base_url
  throw wrongUsage(
    `The profile "${profiles.name}" is already for ${there.base_url}.`,
    'Use another profile: --profile <name>',
  )
}

const init = async ({ profiles, output, environment }: Run, options: Options): Promise<void> => {
  const there = profiles.exists() ? profiles.read() : undefined
  const base_url = serviceOf({ profiles, environment }, options.baseUrl)
  const made = !there?.agent || options.newKey ? await makeKey(profiles) : undefined
  const profile = await profiles.change((now): Profile => {
    const agent = made ? { ...now.agent, ...made } : now.agent
    const audience = options.audience ?? now.audience
    const pinned = options.pin && { pinned_keys: options.pin }
    const wallet = options.walletUrl !== undefined && { wallet_url: baseUrlOf(options.walletUrl) }
    return { ...now, base_url, ...(audience && { audience }), ...(agent && { agent }), ...pinned, ...wallet }
  })
  const { agent } = profile
  const pinned = options.pin ? { pinned_keys: options.pin, made: true } : await pinIfReached(profiles)
  const record = {
    profile: profiles.name,
    file: profiles.file,
    base_url,
    kid: agent?.kid,
    key_file: agent?.key_file,
    public_key: agent && publicHalf(agent),
    made_key: made !== undefined,
    pinned_keys: pinned.pinned_keys,
    wallet_url: profiles.read().wallet_url,
  }
  output.fields(record, [
    ['profile', `${record.profile} (${record.file})`],
    ['service', base_url],
    ['agent key', `${record.kid} ${made ? 'created' : 'saved'} in ${record.key_file}`],
    ['public key', record.public_key],
    [
      'service key',
      pinned.pinned_keys.length > 0
        ? `${pinned.pinned_keys.join(', ')} ${pinned.made ? 'pinned now' : 'pinned'}`
        : 'none pinned yet',
    ],
    ['wallet', record.wallet_url],
  ])
  if (pinned.pinned_keys.length === 0)
    output.note(`Can't reach ${base_url}, so no key is pinned. Run this again when it's up.`)
  output.note('Next: pursestrings login --email you@example.com')
}

/** The service may not be up yet; `connect` and `demo` look again. */
const pinIfReached = (profiles: Run['profiles']): Promise<Pinned> =>
  pinKeys(profiles).catch((failure: unknown) => {
    if (!(failure instanceof NetworkError || failure instanceof TimeoutError)) throw failure
    return { pinned_keys: profiles.read().pinned_keys ?? [], made: false }
  })

export const addInit = (program: Command): void => {
  addCommand(program, 'init', 'Create a profile and an agent key', [
    'init',
    'init --profile shop --base-url https://pay.example.com',
    'init --pin kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  ])
    .option('--base-url <url>', 'service URL (default: PURSESTRINGS_BASE_URL, or http://127.0.0.1:8787)')
    .option('--audience <url>', "the service's own URL, if it differs")
    .option(
      '--pin <thumbprint>',
      "the service's key thumbprint, as its operator publishes it; replaces pins",
      thumbprints,
    )
    .option('--wallet-url <url>', "the wallet's URL, as the service's operator publishes it; replaces the saved one")
    .option('--new-key', 'create another key; the old one stays in its file')
    .action(runs(init))
}

/** `login`, `logout` and `whoami`: the operator's session, by the link from a mail. The session token is kept, never shown. */
import { CredentialError, createMerchantClient, type MerchantChoice, type Organization } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { ask, linkFrom, readLine } from '../ask.ts'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { Profile } from '../profile.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { notAllowed, wrongUsage } from '../stop.ts'

interface Options {
  readonly email?: string
  readonly token?: string
  readonly mailUrl?: string
  readonly organization?: string
}

const login = async ({ profiles, output }: Run, options: Options): Promise<void> => {
  if (options.token !== undefined && options.token !== '-') {
    throw wrongUsage(
      'A sign-in link on the command line can be read by other programs, and stays in the history of the shell.',
      'Pass it by standard input: pursestrings login --token - < link.txt',
    )
  }
  const { base_url } = profiles.read()
  const merchant = createMerchantClient({ base_url })
  const email =
    options.email ??
    (options.token === undefined ? await ask(output, { message: 'Your email address', option: '--email' }) : undefined)
  const send = async (): Promise<void> => {
    if (email === undefined) return
    await merchant.merchantAccounts.register({ email })
    output.note(`We sent a sign-in link to ${email}. It works once, for ten minutes.`)
  }
  const link = async (): Promise<string> => {
    const { token, mailUrl } = options
    if (mailUrl !== undefined && email !== undefined) {
      return output.waiting('Waiting for the email', () => linkFrom(mailUrl, email, send))
    }
    if (token === undefined && !output.interactive) {
      throw wrongUsage('No sign-in link given.', 'Add --token - or --mail-url: this terminal is not interactive.')
    }
    await send()
    if (token === '-') return readLine()
    return ask(output, { message: 'Paste the link from the email', option: '--token', hidden: true })
  }
  const signed = await merchant.signIn({
    link: await link(),
    organization: (choices) => choose(output, options, choices),
  })
  const { account, merchant: of, session_token, expires_at } = signed
  await profiles.change(
    (now): Profile => ({
      ...now,
      session: { email: account.email, merchant_id: of.merchant_id, session_token },
    }),
  )
  const record = { profile: profiles.name, base_url, account, merchant: of, expires_at }
  output.fields(record, [
    ['signed in as', account.email],
    ['organization', `${of.name} (${of.status})`],
    ['until', `${expires_at}, or 30 minutes without a call`],
    ['profile', profiles.name],
  ])
}

/** The only one, the one that was named, or a new one of that name. */
const choose = async (
  output: Run['output'],
  { organization }: Options,
  choices: readonly MerchantChoice[],
): Promise<Organization> => {
  // An invitation is accepted only by naming its organization.
  const [only, ...others] = choices.filter((one) => one.status !== 'invited')
  if (organization === undefined && only && others.length === 0) return only
  const known = choices.map((one) => (one.status === 'invited' ? `${one.name}, invited` : one.name)).join('; ')
  const message =
    choices.length > 0 ? `Which organization (${known})` : 'Name of your organization, as payers will see it'
  const name = organization ?? (await ask(output, { message, option: '--organization' }))
  return choices.find((one) => one.name === name) ?? { name }
}

const logout = async ({ profiles, output }: Run): Promise<void> => {
  const profile = profiles.read()
  const close = async () => {
    if (profile.session?.session_token) await merchantOf(profile).merchantSessions.close('current')
  }
  // One that the service no longer knows is closed already.
  await close().catch((failure: unknown) => {
    if (!(failure instanceof CredentialError)) throw failure
  })
  await profiles.change(({ session, ...rest }) => {
    if (!session) return rest
    const { session_token: _ended, ...known } = session
    return { ...rest, session: known }
  })
  output.answer({ profile: profiles.name, signed_in: false }, 'Signed out.')
}

const whoami = async ({ profiles, output }: Run): Promise<void> => {
  const profile = profiles.read()
  const { agent, connection, wallet } = profile
  if (!profiles.exists()) {
    throw notAllowed(`There's no profile "${profiles.name}".`, 'Create it: pursestrings init, then pursestrings login')
  }
  const { account, merchant, expires_at } = await merchantOf(profile).merchantSessions.readCurrent()
  const held = { agent_id: agent?.agent_id, connection_id: connection?.connection_id, device_id: wallet?.device_id }
  output.fields({ profile: profiles.name, base_url: profile.base_url, account, merchant, expires_at, ...held }, [
    ['signed in as', account.email],
    ['organization', `${merchant.name} (${merchant.status}, ${merchant.merchant_id})`],
    ['until', expires_at],
    ['service', profile.base_url],
    ['profile', `${profiles.name} (${profiles.file})`],
    ['agent', held.agent_id],
    ['connection', held.connection_id],
    ['test wallet', held.device_id],
  ])
}

export const addLogin = (program: Command): void => {
  addCommand(program, 'login', 'Sign in by email', [
    'login --email you@example.com',
    'login --email you@example.com --token - < link.txt',
    'login --email me@shop.example --mail-url http://127.0.0.1:8025',
  ])
    .addOption(
      takes(
        new Option('--email <address>', 'your email address; leave out to use --token'),
        INPUTS['merchant_accounts.register'].email,
      ),
    )
    .option('--token <->', 'with - as its value: read the link from the email, or its token, from stdin')
    .option('--mail-url <url>', 'read the link from the mail page of `npm run dev`')
    .option('--organization <name>', 'organization to open; created if it does not exist')
    .action(runs(login))
  addCommand(program, 'logout', 'Sign out', ['logout']).action(runs(logout))
  addCommand(program, 'whoami', 'Show who you are signed in as', ['whoami', 'whoami --json']).action(runs(whoami))
}

/** `login`, `logout` and `whoami`: the operator's session, by the link from a mail. The session token is kept, never shown. */
import { CredentialError, createMerchantClient, type MerchantChoice, type Organization } from '@countersign/sdk'
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { ask, readLine } from '../ask.ts'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { linkFrom } from '../mail-page.ts'
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
  const { base_url } = profiles.read()
  const merchant = createMerchantClient({ base_url })
  const email =
    options.email ??
    (options.token === undefined ? await ask(output, { message: 'Your e-mail address', option: '--email' }) : undefined)
  const send = async (): Promise<void> => {
    if (email === undefined) return
    await merchant.merchantAccounts.register({ email })
    output.note(`A sign-in link is on its way to ${email}: ten minutes, one use.`)
  }
  const link = async (): Promise<string> => {
    const { token, mailUrl } = options
    if (token !== undefined && token !== '-') return token
    if (mailUrl !== undefined && email !== undefined) {
      return output.waiting('Waiting for the mail', () => linkFrom(mailUrl, email, send))
    }
    if (token === undefined && !output.interactive) {
      throw wrongUsage(
        'The link from the mail is not known.',
        'Nobody can be asked here: give --token -, or --mail-url.',
      )
    }
    await send()
    if (token === '-') return readLine()
    return ask(output, { message: 'Paste the link from the mail', option: '--token', hidden: true })
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
    ['until', `${expires_at}, or 30 minutes of silence`],
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
    choices.length > 0 ? `Which organization (${known})` : 'The name of your organization, as payers will see it'
  const name = organization ?? (await ask(output, { message, option: '--organization' }))
  return choices.find((one) => one.name === name) ?? { name }
}

const logout = async ({ profiles, output }: Run): Promise<void> => {
  const profile = profiles.read()
  const close = async () => {
    if (profile.session?.session_token) await merchantOf(profile).merchantSessions.closeCurrent()
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
    throw notAllowed(`There is no profile "${profiles.name}".`, 'Make it: countersign init, then countersign login')
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
  addCommand(program, 'login', 'Sign in as an operator, by a link sent by mail', [
    'login --email you@example.com',
    'login --email you@example.com --token - < link.txt',
    'login --email me@shop.example --mail-url http://127.0.0.1:8025',
  ])
    .addOption(
      takes(
        new Option('--email <address>', 'where the link is sent; without it --token takes one that was sent before'),
        INPUTS['merchant_accounts.register'].email,
      ),
    )
    .option('--token <link>', 'the link from the mail, or its token; - reads a line of standard input')
    .option('--mail-url <url>', 'take the link from the page of a local mail catcher, as `npm run dev` has one')
    .option('--organization <name>', 'the organization to open, or to make where there is none of that name')
    .action(runs(login))
  addCommand(program, 'logout', 'End the session of the profile', ['logout']).action(runs(logout))
  addCommand(program, 'whoami', 'Show whose session and which agent the profile holds', [
    'whoami',
    'whoami --json',
  ]).action(runs(whoami))
}

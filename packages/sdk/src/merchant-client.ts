/**
 * The client of a merchant: a person signs in with the link from the mail and speaks with a bearer session; a server of the
 * merchant's own speaks with a key.
 */
import { methodsOf } from './client-methods.ts'
import { type Followed, followed } from './follow-events.ts'
import type { FeedListAnswer, MerchantSessionsOpenAnswer } from './generated/calls.ts'
import type { MerchantOperations, ProjectOperations } from './generated/clients.ts'
import type { Account, AgentPaymentFeedEvent, ConnectInvitationFeedEvent, MerchantChoice } from './generated/records.ts'
import { type BrowserOption, heldSecret, refuseBrowser } from './held-secret.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export interface MerchantClientOptions extends TransportOptions, BrowserOption {
  /** Of a session opened before; `signIn` sets it itself. */
  readonly session_token?: string | undefined
  /** Of a server, in place of a session: it opens the operations that its scopes name. */
  readonly merchant_key?: string | undefined
}

/** An organization of the account, by its handle, or a new one, by its name. */
export type Organization = { readonly choice: string } | { readonly name: string }

export interface SignIn {
  /** The link from the mail, or the token in it. `merchantAccounts.register` asks for the mail. */
  readonly link: string
  /** Needed where the account has no organization, or several; told those that it has. */
  readonly organization?: (choices: readonly MerchantChoice[]) => Organization | Promise<Organization>
}

export interface SignedIn extends MerchantSessionsOpenAnswer {
  readonly account: Account
  readonly session_token: string
}

export type MerchantEvent = Exclude<FeedListAnswer['events'][number], ConnectInvitationFeedEvent>

export interface MerchantClient extends MerchantOperations {
  readonly feed: MerchantOperations['feed'] & Followed<MerchantEvent>
  /** Spends the link and opens a session, which is used from then on. */
  signIn(options: SignIn): Promise<SignedIn>
  useSession(session_token: string): void
}

export const createMerchantClient = (options: MerchantClientOptions): MerchantClient => {
  refuseBrowser('createMerchantClient', options)
  const session = heldSecret('session', 'session_token', options.session_token)
  const key = heldSecret('mkey', 'merchant_key', options.merchant_key)
  if (options.merchant_key !== undefined && options.session_token !== undefined) {
    throw new TypeError('Pass a session_token or a merchant_key, not both.')
  }
  const send = createTransport(options)
  const operations = methodsOf({
    client: 'merchant',
    async send(outgoing, call) {
      const answered = await send(outgoing, call)
      // Switching has closed the session of before: the next call goes with the new one.
      const { session_token } = answered.data as { session_token?: string }
      if (outgoing.operation.id === 'merchant_sessions.switch' && session_token) session.use(session_token)
      return answered
    },
    holds: options.merchant_key === undefined ? ['merchant_session'] : ['merchant_key', 'merchant_session'],
    credentialFor: (kind) => (kind === 'merchant_key' ? key : session),
  }) as unknown as MerchantOperations
  return {
    ...operations,
    feed: { ...operations.feed, ...followed<MerchantEvent>(operations.feed.list) },
    async signIn(input) {
      const signed = await signIn(operations, input)
      session.use(signed.session_token)
      return signed
    },
    useSession: session.use,
  }
}

const signIn = async (operations: MerchantOperations, { link, organization }: SignIn): Promise<SignedIn> => {
  const token = /#token=(\S+)/.exec(link)?.[1] ?? link.trim()
  const { account, merchant_choices, grant } = await operations.merchantAccounts.verifyEmail({ token })
  // An invitation is accepted only by choosing it.
  const [only, ...others] = merchant_choices.filter((one) => one.status !== 'invited')
  const wanted = (await organization?.(merchant_choices)) ?? (others.length === 0 ? only : undefined)
  if (wanted === undefined) {
    throw new TypeError('signIn needs `organization`: the account has none yet, several, or only an invitation')
  }
  const opening =
    'choice' in wanted
      ? { grant, choice: wanted.choice }
      : { grant: (await operations.merchants.create({ grant, name: wanted.name })).grant }
  const opened = await operations.merchantSessions.open({ ...opening, transport: 'bearer' })
  if (opened.session_token === undefined) throw new TypeError("the service didn't open a bearer session")
  return { ...opened, account, session_token: opened.session_token }
}

// The client of a project, for agent payments and automation policies.

export interface ProjectClientOptions extends TransportOptions, BrowserOption {
  readonly api_key: string
}

export interface ProjectClient extends ProjectOperations {
  readonly feed: ProjectOperations['feed'] & Followed<AgentPaymentFeedEvent>
}

export const createProjectClient = (options: ProjectClientOptions): ProjectClient => {
  refuseBrowser('createProjectClient', options)
  const key = heldSecret('key', 'api_key', options.api_key)
  const operations = methodsOf({
    client: 'project',
    send: createTransport(options),
    holds: ['api_key'],
    credentialFor: () => key,
  }) as unknown as ProjectOperations
  return {
    ...operations,
    feed: { ...operations.feed, ...followed<AgentPaymentFeedEvent>(operations.feed.list) },
  }
}

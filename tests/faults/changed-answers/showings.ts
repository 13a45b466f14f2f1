/** Every way in which a wallet, an MCP server, the CLI and a Python program show payments from answers of the service. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createWalletClient, type PaymentRequest, walletLink } from '@pursestrings/sdk'
import { type Payment, requestOf } from '../../../apps/wallet/src/requests/payment.ts'
import { factsKeys } from '../../../apps/wallet/src/review/facts-keys.ts'
import { fieldsText } from '../../../packages/cli/src/output.ts'
import { requestFields } from '../../../packages/cli/src/request-text.ts'
import { readRequest } from '../../../packages/mcp/src/create-server.ts'
import { createDeps } from '../../../packages/mcp/src/deps.ts'
import type { HandOff } from '../../../packages/mcp/src/hand-off.ts'
import { guarded, type Tool } from '../../../packages/mcp/src/tool.ts'
import { getPaymentRequest } from '../../../packages/mcp/src/tools/get-payment-request.ts'
import { requestPayment } from '../../../packages/mcp/src/tools/request-payment.ts'
import { waitForPaymentRequest } from '../../../packages/mcp/src/tools/wait-for-payment-request.ts'
import type { Ground } from './ground.ts'

/** What a client shows: something that it does with answers of the service, and all that a payer gets to see of it. */
export interface Shown {
  /** Everything in words: what is printed, and what an error says. */
  readonly text: string
  /** What is handed over as data, such as a tool's result or the output of --json. */
  readonly json?: unknown
}

export interface Showing {
  readonly client: 'wallet' | 'mcp' | 'cli' | 'python' | 'control'
  readonly name: string
  /** The requests that it may show; where it is about one, that one. */
  readonly of: readonly string[]
  /** As a new client, which has nothing in memory. */
  run(base_url: string): Promise<Shown>
}

const errorText = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

const idsOf = ({ requests }: Ground): string[] => Object.values(requests).map(({ request_id }) => request_id)

/** The reference wallet: what its pages draw is what its check gives. */
export const walletShowings = (ground: Ground): Showing[] => {
  const { audience = '', pinned_keys = [] } = ground.settings
  const ids = idsOf(ground)
  const checkedAt = (base_url: string) => {
    const api = createWalletClient({ base_url, ...ground.device, retries: 0 })
    const read = async () => (await api.factsKeys.read()) as object
    const keys = factsKeys({ read, issuer: audience, pins: async () => pinned_keys, addPins: async () => {} })
    return { api, keys }
  }
  const drawn = async (keys: ReturnType<typeof factsKeys>, request: Payment, request_id: string) => {
    const found = await keys.check(request, { request_id, connection_id: ground.connection_id })
    if (found.is !== 'checked') return undefined
    const { request_id: id, payment, payee } = found.facts
    return { request_id: id, payment, payee, link: await walletLink(found.facts) }
  }
  const review = (request_id: string) => async (base_url: string) => {
    const { api, keys } = checkedAt(base_url)
    const { payment_request } = await api.paymentRequests.read(request_id, { connection_id: ground.connection_id })
    return drawn(keys, payment_request, request_id)
  }
  const agentPayment = (id: string) => async (base_url: string) => {
    const { api, keys } = checkedAt(base_url)
    return drawn(keys, requestOf(await api.agentPayments.read(id)), id)
  }
  /** The inbox, and what the wallet has been asked so far. */
  const list = (waiting: boolean) => async (base_url: string) => {
    const { api, keys } = checkedAt(base_url)
    const requests = await api.paymentRequests.list(waiting ? { status: 'pending' } : {}).toArray({ limit: 100 })
    const payments = await api.agentPayments.list(waiting ? { status: 'intent_created' } : {}).toArray({ limit: 100 })
    const all = [...requests, ...payments.map(requestOf)]
    return Promise.all(all.map((one) => drawn(keys, one, one.request_id)))
  }
  const showing = (name: string, of: readonly string[], show: (base_url: string) => Promise<unknown>): Showing => ({
    client: 'wallet',
    name,
    of,
    run: (base_url) =>
      show(base_url).then(
        (json): Shown => ({ text: '', json }),
        (failure: unknown) => ({ text: errorText(failure) }),
      ),
  })
  const one = (task: keyof Ground['requests']) => {
    const { request_id } = ground.requests[task]
    return showing(`review, ${task}`, [request_id], review(request_id))
  }
  const { request_id: of_project } = ground.requests['of a project']
  return [
    one('by reference'),
    one('by number'),
    one('by text'),
    showing('review, of a project', [of_project], agentPayment(of_project)),
    showing('inbox', ids, list(true)),
    showing('activity', ids, list(false)),
  ]
}

/** The tools of the MCP server: what a model is told, and what a user is offered to open. */
export const mcpShowings = (ground: Ground): Showing[] => {
  const { settings, connection_id, requests, wanted } = ground
  const tool = (
    name: string,
    of: string,
    input: object,
    make: (deps: ReturnType<typeof createDeps>, handOff: HandOff) => Tool,
  ): Showing => ({
    client: 'mcp',
    name,
    of: [of],
    async run(base_url) {
      const { signal } = new AbortController()
      const offered: string[] = []
      const handOff: HandOff = {
        answered: () => undefined,
        offer: async (_, { message, url }) => {
          offered.push(message, url)
          return undefined
        },
      }
      const deps = createDeps({ ...settings, base_url, connection_id }, signal)
      const told = await guarded(make(deps, handOff))(input, { mcpReq: { signal } } as never)
      const { content, structuredContent } = told as { content: { text: string }[]; structuredContent?: unknown }
      return { text: [...content.map(({ text }) => text), ...offered].join('\n'), json: structuredContent }
    },
  })
  const get = (task: keyof Ground['requests']) => {
    const { request_id } = requests[task]
    return tool(`get_payment_request, ${task}`, request_id, { request_id }, getPaymentRequest)
  }
  const ended = requests.ended.request_id
  const { request_id } = requests['by reference']
  const resource: Showing = {
    client: 'mcp',
    name: 'resource',
    of: [request_id],
    async run(base_url) {
      const { signal } = new AbortController()
      const deps = createDeps({ ...settings, base_url, connection_id }, signal)
      return readRequest(deps, request_id, signal).then(
        (text): Shown => ({ text: '', json: JSON.parse(text) }),
        (failure: unknown) => ({ text: errorText(failure) }),
      )
    },
  }
  const { recipient_id, amount, task_ref } = wanted
  const asked = { recipient_id, amount, task_ref }
  return [
    get('by reference'),
    get('by number'),
    get('by text'),
    resource,
    tool('wait_for_payment_request', ended, { request_id: ended, timeout_seconds: 1 }, waitForPaymentRequest),
    tool('request_payment', requests['by reference'].request_id, asked, requestPayment),
  ]
}

export const CLI_LOOP = ['--conditions=@pursestrings/source', fileURLToPath(new URL('cli-loop.ts', import.meta.url))]

export const cliShowings = (ground: Ground, lines: Lines): Showing[] => {
  const { requests, wanted } = ground
  const ids = idsOf(ground)
  const command = (of: readonly string[], ...args: string[]): Showing => ({
    client: 'cli',
    name: args
      .slice(0, 2)
      .concat(args.filter((word) => word.startsWith('--')))
      .join(' '),
    of,
    run: () => lines.ask(args),
  })
  const one = (task: keyof Ground['requests'], ...args: string[]) => {
    const { request_id } = requests[task]
    return command([request_id], ...args.map((word) => (word === 'ID' ? request_id : word)))
  }
  const { amount, task_ref, recipient_id: payee, recipient_version_id: version } = wanted
  const create = ['requests', 'create', '--amount', amount, '--task', task_ref]
  const answers = ['--profile', 'answers']
  return [
    one('by reference', 'requests', 'show', 'ID'),
    one('by reference', 'requests', 'show', 'ID', '--json'),
    one('by number', 'requests', 'show', 'ID'),
    one('by text', 'requests', 'show', 'ID', '--json'),
    one('by number', 'requests', 'show', 'ID', '--merchant', '--json'),
    one('by reference', ...create, '--recipient', payee, '--recipient-version', version),
    one('ended', 'requests', 'watch', 'ID', '--timeout', '1', '--json'),
    command(ids, 'requests', 'list', '--status', 'confirmed'),
    command(ids, 'requests', 'list', '--status', 'confirmed', '--merchant', '--json'),
    command(ids, 'wallet', 'inbox'),
    command(ids, 'wallet', 'inbox', '--all'),
    one('to cancel', 'requests', 'cancel', 'ID', ...answers),
    one('to approve', 'wallet', 'approve', 'ID', '--upto', 'signed', ...answers),
    one('to reject', 'wallet', 'reject', 'ID', '--json', ...answers),
  ]
}

export const PYTHON_LOOP = fileURLToPath(new URL('show.py', import.meta.url))

export const pythonShowings = (ground: Ground, lines: Lines): Showing[] => {
  const { requests, wanted } = ground
  const call = (what: string, of: readonly string[], given?: object, by: object = {}): Showing => ({
    client: 'python',
    name: what,
    of,
    run: (base_url) => lines.ask({ base_url, what, given, by }),
  })
  const read = (task: keyof Ground['requests']) => {
    const { request_id } = requests[task]
    return { ...call('read', [request_id], { request_id }), name: `read, ${task}` }
  }
  const ended = requests.ended.request_id
  const canceled = requests['to cancel'].request_id
  return [
    read('by reference'),
    read('by number'),
    read('by text'),
    call('list', idsOf(ground)),
    call('cancel', [canceled], { request_id: canceled }, ground.answers),
    call('wait', [ended], { request_id: ended }),
    call('request_payment', [requests['by reference'].request_id], wanted),
  ]
}

/** What a client without the check would do: it shows what was sent. The judge has to notice. */
export const carelessShowing = (ground: Ground): Showing => {
  const { request_id } = ground.requests['by reference']
  return {
    client: 'control',
    name: 'shows what was sent',
    of: [request_id],
    async run(base_url) {
      const answer = await fetch(`${base_url}/v1/payment-requests/${request_id}`, {
        headers: { authorization: `Bearer ${ground.device.token}` },
      })
      try {
        const { payment_request: sent } = (await answer.json()) as { payment_request: PaymentRequest & Sent }
        const fields = requestFields({ record: sent, facts: sent as never, wallet_link: sent.handoff?.uri })
        return { text: fieldsText(fields) }
      } catch (failure) {
        return { text: errorText(failure) }
      }
    },
  }
}

interface Sent {
  readonly handoff?: { readonly uri: string }
}

// A program that does one thing per line of its input and answers each with a line: for clients that take long to start.

export interface Lines {
  ask(line: unknown): Promise<Shown>
  [Symbol.asyncDispose](): Promise<void>
}

export const startLines = (command: string, args: readonly string[], env: Readonly<Record<string, string>>): Lines => {
  const child: ChildProcess = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  return {
    async ask(line) {
      child.stdin?.write(`${JSON.stringify(line)}\n`)
      const { value, done } = await answers.next()
      if (done === true) throw new Error(`${command} ${args.join(' ')} has ended`)
      return JSON.parse(value) as Shown
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
    },
  }
}

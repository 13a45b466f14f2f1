/** A service with requests of every kind of memo, in every state that a client shows, and CLI profiles for a proxy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectClient, type PaymentWanted, type WalletClient } from '@pursestrings/sdk'
import { type Asking, getAsking } from '../../../packages/mcp/test/asking.ts'
import { addPayee } from '../../../packages/mcp/test/injections.ts'
import { getReady, type Ready } from '../../acceptance/steps/ready.ts'
import { reportUpTo } from '../../acceptance/steps/wallet.ts'
import type { Signed } from './judge.ts'

type Wanted = Pick<PaymentWanted, 'task_ref' | 'amount' | 'recipient_id' | 'recipient_version_id'>
type Payee = Pick<Wanted, 'recipient_id' | 'recipient_version_id'>
type Device = { readonly device_id: string; readonly token: string }

/** Three that wait and two that have ended, so that lists stay short; another connection has those that get an answer. */
const WAITING = ['by reference', 'by number', 'by text'] as const
const ENDED = ['ended', 'ended by number'] as const
const ANSWERED = ['to cancel', 'to approve', 'to reject'] as const
/** What a project asks for. */
const OF_PROJECT = 'of a project'
type Task = (typeof WAITING | typeof ENDED | typeof ANSWERED)[number] | typeof OF_PROJECT

export interface Ground extends Asking {
  /** By what they are for. */
  readonly requests: Readonly<Record<Task, Signed>>
  /** The first one as it was asked for, to be asked for again. */
  readonly wanted: Wanted
  readonly device: Device
  readonly merchant_key: string
  /** Of the connection of those that get an answer. */
  readonly answers: { readonly connection_id: string; readonly connection_token: string }
  /** The folder of two profiles for the service at this address: `default`, and `answers` for what gets an answer. */
  profilesFor(base_url: string): string
  stop(): Promise<void>
}

export const startGround = async (): Promise<Ground> => {
  const asking = await getAsking()
  const { place, merchant } = asking
  const answers = await getReady(place, {}, asking)
  const payeeOf = await payeesOf(asking)
  const signed: [Task, Signed][] = []
  for (const task of [...WAITING, ...ENDED]) signed.push([task, await ask(asking, task, payeeOf(task), signed.length)])
  for (const task of ANSWERED) signed.push([task, await ask(answers, task, payeeOf(task), signed.length)])
  signed.push([OF_PROJECT, await agentPayment(asking, signed.length)])
  const requests = Object.fromEntries(signed) as Ground['requests']
  for (const task of ENDED) await reportUpTo(asking.wallet, requests[task].request_id, 'confirmed')
  const [device, other_device] = [await deviceOf(asking.wallet), await deviceOf(answers.wallet)]
  const { secret } = await merchant.merchantKeys.create({ name: 'Till', scopes: ['payment_requests:read'] })
  const { connection_token } = await answers.wallet.connections.rotateToken(answers.connection_id)
  const { settings, connection_id } = asking
  const profiles = {
    default: { connection: { connection_id, connection_token: settings.connection_token }, wallet: device },
    answers: { connection: { connection_id: answers.connection_id, connection_token }, wallet: other_device },
  }
  const folders: string[] = []
  return {
    ...asking,
    requests,
    wanted: { ...payeeOf('by reference'), task_ref: 'by reference', amount: requests['by reference'].payment.amount },
    device,
    merchant_key: secret,
    answers: profiles.answers.connection,
    profilesFor(base_url) {
      const folder = mkdtempSync(join(tmpdir(), 'pursestrings-shown-'))
      folders.push(folder)
      const { audience, pinned_keys } = settings
      for (const [name, profile] of Object.entries(profiles)) {
        const text = JSON.stringify({ base_url, audience, pinned_keys, ...profile })
        writeFileSync(join(folder, `${name}.json`), text, { mode: 0o600 })
      }
      return folder
    },
    async stop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await place.stop()
    },
  }
}

/** Without a memo of its own a payee gets the digest; two have one. */
const payeesOf = async ({ place, merchant, payee }: Asking): Promise<(task: Task) => Payee> => {
  const number = await addPayee(place, merchant, 'Harbour Books desk', 'id:42')
  const text = await addPayee(place, merchant, 'Harbour Books stall', 'order 24 + 1')
  const { recipient_id, recipient_version_id } = payee
  const reference = { recipient_id, recipient_version_id }
  return (task) => (task.endsWith('by number') ? number : task === 'by text' ? text : reference)
}

const ask = async ({ agent, wallet }: Ready, task_ref: Task, payee: Payee, at: number): Promise<Signed> => {
  const { payment_request } = await agent.requestPayment({ ...payee, task_ref, amount: `1${at}.5` })
  const { facts } = await wallet.review(payment_request.request_id)
  return { ...facts, facts_digest: payment_request.facts_digest }
}

const agentPayment = async ({ place, merchant, payee, wallet, connection_id }: Asking, at: number): Promise<Signed> => {
  const { project_id } = (await merchant.projects.create({ name: 'Harbour Books app' })).project
  const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  const project = createProjectClient({ base_url: place.base_url, api_key: secret })
  const { recipient_id, recipient_version_id } = payee
  const wanted = { connection_id, recipient_id, recipient_version_id, amount: `1${at}.5` }
  const { id } = await project.agentPayments.create({ initiator: 'human', ...wanted })
  const { facts, agent_payment } = await wallet.reviewAgentPayment(id)
  return { ...facts, facts_digest: agent_payment.facts_digest }
}

const deviceOf = async (wallet: WalletClient): Promise<Device> => {
  const device_id = wallet.device_id ?? ''
  const { token } = await wallet.devices.rotateToken(device_id)
  wallet.useDevice({ device_id, token })
  return { device_id, token }
}

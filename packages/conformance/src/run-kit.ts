/** Plays every caller once, in the order of a first day: organization, payee, agent, wallet, requests, webhooks, project. */
import { type Book, openBook } from './book.ts'
import { callerOf } from './call.ts'
import type { Place, Run } from './place.ts'
import { registerAgent } from './play/agent.ts'
import { judgeMoves } from './play/moves.ts'
import { judgeSession, signIn } from './play/operator.ts'
import { activatePayee, draftPayee, proveDomain } from './play/payee.ts'
import { judgeProject } from './play/project.ts'
import { judgeCreated, judgeKeys, judgeRefused, judgeTaken } from './play/requests.ts'
import { judgeContexts, judgeScopes } from './play/scopes.ts'
import { judgeService, judgeWritten } from './play/service.ts'
import { judgePending, judgeTenants } from './play/tenants.ts'
import { connect, judgePairing, registerWallet } from './play/wallet.ts'
import { judgeWebhooks } from './play/webhooks.ts'
import { SECTIONS } from './sentences/all.ts'

export const runKit = async (place: Place): Promise<Book> => {
  const book = openBook(SECTIONS)
  const written: string[] = []
  const run: Run = { place, book, written, call: callerOf(place.base_url, written) }
  /** A part that breaks off leaves the rest of its sentences unseen, so they are not met; the other parts go on. */
  const part = async <T>(name: string, play: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await play()
    } catch (error) {
      book.stopped.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
  await part('the service', () => judgeService(run))
  const operator = await part('signing in', () => signIn(run, 'Harbour Books'))
  if (operator === undefined) return book
  await part('sessions', () => judgeSession(run, operator))
  await part('a pending organization', () => judgePending(run, operator))
  const payee = await part('a payee', async () => {
    const domain_id = await proveDomain(run, operator)
    return activatePayee(run, operator, domain_id, await draftPayee(run, operator, 'Harbour Books till'))
  })
  const agent = await part('an agent', () => registerAgent(run, operator))
  const wallet = await part('a wallet', () => registerWallet(run))
  if (!agent || !wallet) return book
  await part('pairing', () => judgePairing(run, agent, wallet))
  const connection = await part('connecting', () => connect(run, agent, wallet))
  if (!payee || !connection) return book
  const asking = { connection, payee }
  await part('contexts', () => judgeContexts(run, asking))
  await part('scopes', () => judgeScopes(run, agent, asking, wallet))
  const made = await part('a request', () => judgeCreated(run, asking))
  if (made) await part('reports', () => judgeMoves(run, asking, wallet, made))
  await part('what creates take', () => judgeTaken(run, asking))
  await part('what creates refuse', () => judgeRefused(run, asking))
  await part('keys', () => judgeKeys(run, asking))
  const other = await part('another organization', () => signIn(run, 'Quay Books'))
  if (other) {
    await part('tenants', () => judgeTenants(run, operator, other, payee, agent))
    await part('webhooks', () => judgeWebhooks(run, operator, other, asking))
  }
  await part('the second surface', () => judgeProject(run, operator, asking, wallet))
  await part('what was sent', () => judgeWritten(run))
  return book
}

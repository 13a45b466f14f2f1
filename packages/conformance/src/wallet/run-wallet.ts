/** Plays the service to one wallet, with everything right and wrong that it may meet, and its user, too. */
import { type Book, openBook } from '../book.ts'
import { WALLET_SECTIONS } from '../sentences/wallets.ts'
import type { Drive } from './drive.ts'
import { judgeDecisions } from './judge-decisions.ts'
import { judgeFacts } from './judge-facts.ts'
import { judgeRecords } from './judge-records.ts'
import { judgeBadLine, judgeReports } from './judge-reports.ts'
import { playWith, type WalletPlay } from './play.ts'
import { SCOPES, startService } from './service.ts'

export interface WalletOptions {
  readonly drive: Drive
  readonly port?: number
  readonly slow_ms?: number
}

export const runWallet = async ({ drive, port = 0, slow_ms = 5000 }: WalletOptions): Promise<Book> => {
  const book = openBook(WALLET_SECTIONS)
  const service = await startService(port)
  try {
    const play = playWith(book, service, drive, slow_ms)
    await judgePairing(play)
    await judgeFacts(play)
    await judgeDecisions(play)
    await judgeBadLine(play)
    await judgeRecords(play)
    judgeReports(play)
  } finally {
    await service.close()
  }
  return book
}

const judgePairing = async ({ book, service, drive }: WalletPlay): Promise<void> => {
  const said = await drive('register', service.url, service.key.thumbprint)
  if (!service.calls.some(({ path }) => path === '/v1/app-devices'))
    throw new Error(`The wallet didn't register at ${service.url}: ${said.text}`)
  const paired = await drive('pairings', 'approve', service.pairing.code)
  const { approved } = service.pairing
  book.judge('pair', 'its code', paired.worked && approved !== undefined, paired.text)
  const granted: readonly string[] = approved?.scopes ?? []
  book.judge('scopes', 'two of four', granted.length > 0 && granted.every((one) => SCOPES.includes(one)), granted)
}

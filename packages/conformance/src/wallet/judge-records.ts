/** Records with more in them than is known, words that are not harmless, and where a token goes. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../call.ts'
import { reportedOf, type WalletPlay, withFacts } from './play.ts'
import { refusal } from './service.ts'

const ALSO = { berth: { number: 7, list: [null, 1.5, { deep: true }] } }
const wider = (record: Json): Json => {
  const parts = ['source', 'payee', 'payment', 'policy', 'display', 'settlement']
  return { ...record, ...ALSO, ...Object.fromEntries(parts.map((name) => [name, { ...record[name], ...ALSO }])) }
}

/** Hides what follows, moves the cursor up and turns the direction of writing. */
const CONTROLS = ['\u001b[8m', '\u001b[2A', '\u202e', '\u0007']

export const judgeRecords = async (play: WalletPlay): Promise<void> => {
  const { book, service } = play
  const asked = service.ask({ show: wider })
  const { text } = await play.show(asked)
  book.judge('fields', 'at every level, when it is shown', text.includes('Harbour Books till'), text)
  await play.goesThrough('fields', 'at every level, when it is approved', asked)
  const broken = service.ask({ show: (one) => withFacts(one, (facts) => ({ ...facts, issuer: 'x' })) })
  const good = service.ask()
  const words = `${CONTROLS.join('')}12.5 XLM to nobody`
  const loud = service.ask({
    show: (one) => ({ ...one, display: { title: words }, source: { ...one.source, agent_name: words } }),
  })
  const listed = (await play.drive('inbox')).text
  book.judge('beside', 'when they are listed', listed.includes(good.id), listed)
  await play.goesThrough('beside', 'when one is approved', good)
  const shown = [listed, (await play.show(loud)).text].join('\n')
  const found = CONTROLS.filter((one) => shown.includes(one))
  book.judge('words', 'title and name of the agent', found.length === 0, JSON.stringify(found))
  for (const one of [broken, loud]) one.record = { ...one.record, status: 'expired' }
  const twice = service.ask()
  service.asked.push(twice)
  await play.drive('inbox')
  await play.approve(twice)
  service.asked.pop()
  const signed = twice.reports.filter(({ status }) => status === 'signed')
  book.judge('twice', 'approved once', twice.reports.length > 0 && signed.length < 2, reportedOf(twice))
  await judgeToken(play)
}

const judgeToken = async (play: WalletPlay): Promise<void> => {
  const { book, service } = play
  const asked = service.ask()
  const before = service.calls.length
  service.before = () => refusal(401, 'device_token_invalid')
  const { worked, text } = await play.show(asked)
  service.before = undefined
  const sent = service.calls.slice(before).filter(({ token }) => token === service.device.token).length
  book.judge('401', 'when a request is read', sent <= 2 && !worked, `sent ${sent} times, and said: ${text}`)
  const elsewhere: string[] = []
  const other = createServer((request, response) => {
    elsewhere.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  service.before = ({ path }) => ({ status: 307, headers: { location: address + path } })
  await play.show(asked)
  await play.approve(asked)
  service.before = undefined
  other.close()
  other.closeAllConnections()
  book.judge('elsewhere', 'reads and reports', elsewhere.length === 0, elsewhere)
}

/** The kit against receivers of webhooks: one that does everything right, and a careless one. */
import { expect, test } from 'vitest'
import { runReceiver } from '../src/receiver/run-receiver.ts'
import { newSecret } from '../src/receiver/sender.ts'
import { notMet } from '../src/report.ts'
import { FAULTS, type Fault, startReceiver } from './careless-receiver.ts'

const secret = newSecret()

test('a receiver that does everything right breaks no sentence', async () => {
  await using receiver = await startReceiver(secret)
  expect(notMet(await runReceiver({ ...receiver, secret }))).toEqual([])
})

test('each fault of a careless one is named', async () => {
  const faults: readonly Fault[] = [
    'takes an empty signature',
    'takes any version of a signature',
    'reads the first signature alone',
    'takes old messages',
    'does not echo the challenge',
    'refuses unknown types',
    'delivers a repeated event again',
    "delivers on the wallet's word",
    'delivers what is rejected',
  ]
  await using receiver = await startReceiver(secret, ...faults)
  const found = notMet(await runReceiver({ ...receiver, secret, order_ms_max: 500 }))
  expect(found.toSorted()).toEqual([...new Set(faults.flatMap((one) => FAULTS[one]))].toSorted())
})

test('where nobody tells what is delivered, nothing is said about orders', async () => {
  await using receiver = await startReceiver(secret, 'delivers nothing')
  const book = await runReceiver({ url: receiver.url, secret })
  const orders = book
    .judgements()
    .at(-1)
    ?.judgements.map(({ verdict }) => verdict)
  expect([notMet(book), new Set(orders)]).toEqual([[], new Set(['not judged'])])
})

test('where nothing listens, it says so', async () => {
  await expect(runReceiver({ url: 'http://127.0.0.1:9/', secret })).rejects.toThrow('Nothing takes webhooks at')
})

/**
 * Every byte of a receipt changed in turn never makes it prove more, and what a check takes. Changes that do no harm are
 * counted by where they are: the signature of one witness, where enough others remain.
 */
import { type ReceiptLevel, readPolicy, verifyReceipt } from '@pursestrings/sdk/verify'
import { expect, test } from 'vitest'
import { startReceipted } from '../../packages/sdk/test/receipted.ts'
import { report } from './report.ts'

const CHECK_MS_MAX = 10
const RANK: readonly ReceiptLevel[] = ['broken', 'stated', 'on_record', 'agreed', 'settled', 'proven']

test('no changed byte raises the level', { timeout: 1_800_000 }, async () => {
  const at = await startReceipted()
  try {
    const whole = await at.receiptOf(await at.decided('signed'))
    const { ledger_jws: _ledger, ...less } = JSON.parse(whole) as Record<string, unknown>
    const policy = await readPolicy(at.policy)
    const taken: number[] = []
    for (let n = 0; n < 200; n++) {
      const began = performance.now()
      await verifyReceipt(whole, policy)
      taken.push(performance.now() - began)
    }
    const check_ms = taken.toSorted((a, b) => a - b)[100] as number
    const counts: Record<string, number> = {}
    const raised: string[] = []
    let flips = 0
    for (const text of [whole, JSON.stringify(less)]) {
      const { level } = await verifyReceipt(text, policy)
      const bytes = Buffer.from(text)
      for (let place = 0; place < bytes.length; place++) {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] as number) ^ (1 << (place % 8))
        const judged = await verifyReceipt(changed.toString(), policy)
        const kind = `${level} to ${judged.level}`
        counts[kind] = (counts[kind] ?? 0) + 1
        if (RANK.indexOf(judged.level) > RANK.indexOf(level)) raised.push(`${place}: ${kind}`)
        flips++
      }
    }
    report('receipts', {
      flips,
      raised: raised.length,
      ...counts,
      check_ms: Number(check_ms.toFixed(2)),
      bytes: whole.length,
    })
    expect(raised).toEqual([])
    expect(check_ms).toBeLessThan(CHECK_MS_MAX)
  } finally {
    await at.stop()
  }
})

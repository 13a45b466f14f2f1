/** What a receipt proves, and that nothing that is withheld, swapped, added or changed makes it prove more. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { LEDGER_OBSERVATION, partDigest, RECEIPT_STATEMENT } from '@pursestrings/protocol/receipt'
import {
  bindingSentence,
  LogUnreadableError,
  PolicyError,
  type Receipt,
  readCompromisedKeys,
  verifyReceipt,
} from '@pursestrings/sdk/verify'
import { Memo } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAutomation, paymentPath } from '../../../server/test/automation.ts'
import { decisionFor } from '../../../server/test/device.ts'
import { receiptSignatureBy, secondsOf } from '../../../server/test/ledger-world.ts'
import { asOperator } from '../../../server/test/operator.ts'
import { LIST_FILE, newStellarAddress } from '../../../server/test/payee.ts'
import { until } from '../../../server/test/until.ts'
import { bundled } from '../../../tools/dev/bundled.ts'
import { ISSUER, type Receipted, startReceipted } from './receipted.ts'

const CLI = await bundled('packages/cli')

let at: Receipted
let request_id: string
let paid: string
let other: string
let rejected: string
beforeAll(async () => {
  at = await startReceipted()
  request_id = await at.decided('signed')
  paid = await at.receiptOf(request_id)
  other = await at.receiptOf(await at.decided('signed'))
  rejected = await at.receiptOf(await at.decided('rejected'))
})
afterAll(() => at?.stop())

type Parts = { -readonly [K in keyof Receipt]?: Receipt[K] }

/** The receipt with some members left out or put in. */
const without = (text: string, ...names: (keyof Receipt)[]): string => {
  const receipt = JSON.parse(text) as Parts
  for (const name of names) delete receipt[name]
  return canonicalJson(receipt)
}
const having = (text: string, more: Parts): string => canonicalJson({ ...(JSON.parse(text) as Parts), ...more })
const partsOf = (text: string): Receipt => JSON.parse(text) as Receipt
const verdict = (text: string, policy = at.policy) => verifyReceipt(text, policy)

test('agent, wallet and merchant get a receipt that proves the payment, and none while it is pending', async () => {
  const merchant = await at.shop.operator.call('GET', `/v1/payment-requests/${request_id}/receipt`)
  const wallet = await at.shop.device.call('GET', `/v1/payment-requests/${request_id}/receipt`)
  for (const text of [paid, merchant.json.receipt, wallet.json.receipt]) {
    expect(await verdict(text)).toMatchObject({
      level: 'proven',
      marks: ['facts', 'payee', 'record', 'witnesses', 'device', 'ledger'],
      missing: [],
      withheld: [],
      ledger: 'observed',
      bound_by: 'payer_signature',
      paid_by: at.on.payer.publicKey(),
      decision: 'signed',
      decided_by: 'person',
      device_kid: at.key.kid,
      simulated: true,
      facts: { request_id, payment: { to: at.shop.payee.address, amount: '12.5' } },
    })
  }
  const pending = await at.shop.asked()
  for (const call of [at.shop.call, at.shop.device.call]) {
    const { json } = await call('GET', `/v1/payment-requests/${pending.request_id}/receipt`)
    expect(json.error.code).toBe('receipt_not_ready')
  }
  const path = `/v1/payment-requests/${pending.request_id}/receipt`
  expect((await at.shop.operator.call('GET', path)).json.error.code).toBe('receipt_not_ready')
  expect(await verifyReceipt(paid, at.policy, { lookUp: async () => true })).toMatchObject({ ledger: 'checked' })
  expect(await verifyReceipt(paid, at.policy, { lookUp: async () => false })).toMatchObject({ level: 'broken' })
})

test('an agent payment has a receipt too, which says that a policy decided', async () => {
  const { on, shop, key } = at
  const { sign } = key
  const project = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee, sign })
  const { policy_digest } = await project.consented()
  const payment = await project.intended()
  const path = paymentPath(payment.id, 'receipt')
  const early = await project.asProject('GET', path)
  expect([early.status, early.json.error.code]).toEqual([409, 'receipt_not_ready'])
  const { device_id } = shop.device
  const about = { aud: ISSUER, device_id, status: 'approved', by: 'policy', policy_digest } as const
  const approved = { status: 'approved', decision_jws: decisionFor(key, payment, about) }
  expect((await project.report(payment.id, approved)).status).toBe(200)
  const max_time = Number(secondsOf(payment.expires_at))
  const paying = on.transaction({ to: shop.payee.address, memo: Memo.id('7'), amount: '10', max_time })
  const transaction_hash = on.include(paying)
  const payer_proof = on.proof(payment, transaction_hash)
  expect((await project.report(payment.id, { status: 'submitted', transaction_hash, payer_proof })).status).toBe(200)
  const read = () => project.asProject('GET', paymentPath(payment.id))
  await until(async () => (await read()).json.data.settlement.assurance === 'chain_observed')
  for (const call of [project.asProject, shop.device.call, shop.operator.call]) {
    const { json } = await call('GET', path)
    expect(await verdict((json.data ?? json).receipt)).toMatchObject({
      level: 'proven',
      missing: [],
      decision: 'approved',
      decided_by: 'policy',
      transaction_hash,
      statement: { request: { request_id: payment.id, status: 'submitted' } },
      facts: { request_id: payment.id },
    })
  }
  const stranger = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee })
  expect((await stranger.asProject('GET', path)).status).toBe(404)
})

test('a payment that the merchant accepted by hand is shown as that, and proves no payment', async () => {
  const id = await at.decided('signed', 'unproven')
  expect(await verdict(await at.receiptOf(id))).toMatchObject({ level: 'agreed', missing: ['ledger'], ledger: 'none' })
  const { transaction_hash } = (await at.on.settlement(at.shop, id)).ledger_match
  const path = `/v1/payment-requests/${id}/accept-payment`
  expect((await at.shop.operator.call('POST', path, { body: { transaction_hash } })).status).toBe(200)
  const accepted = await verdict(await at.receiptOf(id))
  expect(accepted).toMatchObject({
    level: 'agreed',
    missing: ['ledger'],
    ledger: 'none',
    transaction_hash,
    paid_by: at.on.payer.publicKey(),
    accepted_by: expect.stringMatching(/^acc_/),
  })
  expect(accepted).not.toHaveProperty('bound_by')
  expect(bindingSentence(accepted)).toMatch(/^The merchant accepted this payment by hand \(acc_\w+\)\./)
})

/** What a service with this key could sign instead. */
const observing = async (text: string, change: (seen: Record<string, unknown>) => void): Promise<string> => {
  const sign = receiptSignatureBy(ISSUER)
  const saidIn = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] as string, 'base64url').toString())
  const { ledger_jws, statement_jws } = partsOf(text)
  const seen = saidIn(ledger_jws as string)
  change(seen)
  const observed = sign(LEDGER_OBSERVATION.typ, seen)
  const statement = saidIn(statement_jws)
  statement.parts.ledger = await partDigest(observed)
  return having(text, { ledger_jws: observed, statement_jws: sign(RECEIPT_STATEMENT.typ, statement) })
}

test('an observation that does not say what binds the payment breaks the receipt, whoever signed it', async () => {
  expect(await verdict(await observing(paid, () => {}))).toMatchObject({ level: 'proven' })
  const byReference = await verdict(await observing(paid, (seen) => Object.assign(seen, { bound_by: 'reference' })))
  expect(byReference).toMatchObject({ level: 'proven', bound_by: 'reference' })
  expect(bindingSentence(byReference)).toContain('carries the digest of these facts')
  expect(bindingSentence(await verdict(paid))).toBe(
    `Bound by the payer's signature: account ${at.on.payer.publicKey()} signed for this request.`,
  )
  const unbound: ((seen: Record<string, unknown>) => void)[] = [
    (seen) => delete seen['bound_by'],
    (seen) => Object.assign(seen, { bound_by: 'named_first' }),
    (seen) => Object.assign(seen, { finding: 'likely' }),
  ]
  for (const change of unbound) {
    const judged = await verdict(await observing(paid, change))
    expect([judged.level, judged.reason]).toEqual(['broken', expect.stringContaining('what binds the payment')])
  }
})

test("a node that can't be reached neither breaks a receipt nor counts as a look", async () => {
  const lookUp = () => Promise.reject(new Error('connect ECONNREFUSED'))
  expect(await verifyReceipt(paid, at.policy, { lookUp })).toMatchObject({ level: 'proven', ledger: 'observed' })
  const throws = () => {
    throw new Error('not even a promise')
  }
  expect(await verifyReceipt(paid, at.policy, { lookUp: throws })).toMatchObject({
    level: 'proven',
    ledger: 'observed',
  })
})

test("a policy that can't be read throws, whatever the receipt says", async () => {
  await expect(verifyReceipt(paid, 'log nonsense')).rejects.toThrow(PolicyError)
})

test('what is withheld is named, and the level is that of what is left', async () => {
  const { payee } = partsOf(paid)
  const { proof: _proof, ...unproven } = payee as NonNullable<Receipt['payee']>
  const levels: [text: string, level: string, missing: string[], withheld: string[]][] = [
    [without(paid, 'decision_jws', 'device'), 'settled', ['device'], ['decision', 'device']],
    [without(paid, 'decision_jws'), 'settled', ['device'], ['decision']],
    [without(paid, 'device'), 'settled', ['device'], ['device']],
    [without(paid, 'ledger_jws'), 'agreed', ['ledger'], ['ledger']],
    [without(paid, 'ledger_jws', 'device'), 'on_record', ['device', 'ledger'], ['device', 'ledger']],
    [without(paid, 'payee'), 'settled', ['payee', 'record', 'witnesses'], ['payee']],
    [having(paid, { payee: unproven }), 'settled', ['record', 'witnesses'], []],
    [
      without(paid, 'payee', 'ledger_jws', 'decision_jws', 'device'),
      'stated',
      ['payee', 'record', 'witnesses', 'device', 'ledger'],
      ['decision', 'device', 'payee', 'ledger'],
    ],
  ]
  for (const [text, level, missing, withheld] of levels) {
    expect(await verdict(text)).toMatchObject({ level, missing, withheld })
  }
  expect(await verdict(rejected)).toMatchObject({
    level: 'on_record',
    decision: 'rejected',
    missing: ['device', 'ledger'],
  })
  const trusting = at.policy.replace(/^quorum .*$/m, 'quorum none')
  expect(await verdict(paid, trusting)).toMatchObject({ level: 'settled', missing: ['witnesses'] })
})

test('what is swapped, added, changed or signed by others breaks it, with a reason', async () => {
  const theirs = partsOf(other)
  const mine = partsOf(paid)
  const [, key] = mine.keys
  const broken: [text: string, reason: string][] = [
    [having(paid, { facts_jws: theirs.facts_jws }), "The facts part doesn't belong to this receipt."],
    [
      having(paid, { decision_jws: theirs.decision_jws as string }),
      "The decision part doesn't belong to this receipt.",
    ],
    [having(paid, { ledger_jws: theirs.ledger_jws as string }), "The ledger part doesn't belong to this receipt."],
    [having(paid, { statement_jws: theirs.statement_jws }), "The facts part doesn't belong to this receipt."],
    [having(rejected, { ledger_jws: mine.ledger_jws as string }), "The ledger part doesn't belong to this receipt."],
    [
      having(paid, { payee: { ...mine.payee, evidence: '{}' } as NonNullable<Receipt['payee']> }),
      "The payee part doesn't belong",
    ],
    [
      having(paid, { payee: { ...mine.payee, proof: key?.proof } as NonNullable<Receipt['payee']> }),
      "The proof of the payee's log entry",
    ],
    [having(paid, { keys: mine.keys.slice(0, 1) }), 'No receipt key of the service signed'],
    [having(paid, { keys: mine.keys.slice(1) }), 'No facts key of the service signed'],
    [having(paid, { keys: [...mine.keys, ...mine.keys] }), 'A key is listed twice.'],
    [without(paid, 'facts_jws'), 'A member is missing or unknown.'],
    [canonicalJson({ ...mine, more: 1 }), 'A member is missing or unknown.'],
    [`${paid} `, "This isn't a receipt, or it isn't an exact copy of one."],
    [JSON.stringify(mine, null, 2), "This isn't a receipt, or it isn't an exact copy of one."],
    ['', "This isn't a receipt, or it isn't an exact copy of one."],
    [`"${'x'.repeat(70_000)}"`, 'It is too long.'],
  ]
  for (const [text, reason] of broken) {
    const judged = await verdict(text)
    expect([judged.level, judged.reason]).toEqual(['broken', expect.stringContaining(reason)])
  }
  const stranger = at.policy.replace(
    /^log \S+ /m,
    'log other.example/log+3d7f52d5+AYqI4910CfGVq3hQRFIlz0nC3GQj6jSHv6Wd7b6Ib1bU ',
  )
  await expect(verdict(paid, stranger).catch(() => ({ level: 'broken' }))).resolves.toMatchObject({ level: 'broken' })
})

test('no changed byte makes it prove more', async () => {
  const bytes = Buffer.from(paid)
  for (let place = 0; place < bytes.length; place += 131) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] as number) ^ 1
    const { level, marks } = await verdict(changed.toString())
    expect([place, level === 'broken' || level === 'settled' || (level === 'proven' && marks.length === 6)]).toEqual([
      place,
      true,
    ])
  }
})

test('a fresh process without any network verifies a saved receipt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-receipt-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const policy = ['--policy', file('p.txt', at.policy)]
  const run = (text: string) => {
    const line = ['receipt', 'verify', file('r.json', text), ...policy]
    const node = [process.execPath, CLI, ...line]
    const env = { PATH: process.env['PATH'], PURSESTRINGS_CONFIG_DIR: folder }
    // Without the right to take the network away, it is run with it.
    const cut = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : []
    const [program, ...words] = [...cut, ...node]
    return spawnSync(program as string, words, { env, encoding: 'utf8' })
  }
  const good = run(paid)
  expect(good.stdout).toMatch(/^level +Proven/m)
  expect(good.stdout).toMatch(/^bound +Bound by the payer's signature/m)
  expect(good.status).toBe(0)
  const bad = run(without(paid, 'facts_jws'))
  expect(bad.stdout).toMatch(/^level +Broken/m)
  expect(bad.status).toBe(10)
  rmSync(folder, { recursive: true })
})

test('a receipt by a key that was reported stolen is broken for whoever asks the log', async () => {
  const { world } = at.on
  const read = async (path: string) => {
    const response = await fetch(`${world.url}/log/${path}`)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  }
  expect([...(await readCompromisedKeys(at.policy, read))]).toEqual([])
  const by = ['--actor', 'ada', '--reason', 'a test']
  const done = await asOperator(world, 'keys', 'compromised', 'facts', 'facts-1', ...by)
  expect(done).toContain('Take it out of FACTS_KEYS')
  await until(async () => (await readCompromisedKeys(at.policy, read)).size > 0)
  const compromised = await readCompromisedKeys(at.policy, read)
  expect(await verifyReceipt(paid, at.policy, { compromised })).toMatchObject({
    level: 'broken',
    reason: expect.stringContaining('reported stolen'),
  })
  expect(await verdict(paid)).toMatchObject({ level: 'proven' })
  await expect(readCompromisedKeys(at.policy, async () => undefined)).rejects.toThrow(LogUnreadableError)
  const changed = async (path: string) => {
    const bytes = await read(path)
    return path.includes('entries') && bytes
      ? new Uint8Array(bytes.map((byte) => (byte === 0x63 ? 0x64 : byte)))
      : bytes
  }
  await expect(readCompromisedKeys(at.policy, changed)).rejects.toThrow(LogUnreadableError)

  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-receipt-'))
  writeFileSync(join(folder, 'p.txt'), at.policy.replace(`${ISSUER}/log`, `${world.url}/log`))
  writeFileSync(join(folder, 'r.json'), paid)
  const verify = (...more: string[]) =>
    new Promise<number | null>((resolve) => {
      const line = [CLI, 'receipt', 'verify', join(folder, 'r.json'), '--policy', join(folder, 'p.txt'), ...more]
      const env = { PATH: process.env['PATH'], PURSESTRINGS_CONFIG_DIR: folder }
      const node = spawn(process.execPath, line, { env, stdio: 'ignore' })
      node.on('exit', resolve)
    })
  expect(await verify()).toBe(0)
  expect(await verify('--online')).toBe(10)
  rmSync(folder, { recursive: true })
})

test('a receipt of a listed payee has what was seen on its domain, and says whose word that is', async () => {
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() }
  at.on.web.files.set(`books.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const found = (await at.shop.call('POST', '/v1/payees/resolve', { body: { domain: 'books.test', ...facts } })).json
  const { recipient_id, recipient_version_id } = found
  const asked = await at.shop.asked({ recipient_id, recipient_version_id })
  expect((await at.shop.report(asked.request_id, { status: 'rejected' })).status).toBe(200)
  const text = await at.receiptOf(asked.request_id)
  const judged = await verdict(text)
  expect(judged).toMatchObject({
    level: 'stated',
    marks: ['facts'],
    facts: { payee: { name: 'books.test', domain: 'books.test', standing: 'listed' } },
    listing: { domain: 'books.test', location: `https://books.test${LIST_FILE}`, seen_at: expect.any(String) },
  })
  const { evidence = '' } = partsOf(text).listing ?? {}
  expect(evidence).toBe(found.evidence.document)
  const elsewhere = having(text, { listing: { evidence: evidence.replaceAll(facts.address, newStellarAddress()) } })
  expect(await verdict(elsewhere)).toMatchObject({ level: 'broken', reason: expect.stringContaining('listing part') })
  expect(await verdict(without(text, 'listing'))).toMatchObject({ level: 'stated', withheld: ['listing'] })
})

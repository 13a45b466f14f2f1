/** Keys that the service makes itself: sealed in the database, replaced in time, and never used before everybody can know them. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { insertKey } from '../src/transparency/service-keys/service-keys.store.ts'
import { type Asking, newAsking } from './asking.ts'
import { act, activeEndpoint, holds } from './deliveries.ts'
import { isSignedBy, type KeyFileAt, keyText, kidOf, newKeyFile, servedKeys } from './keyring.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The hour before a key is used takes this long. */
const SCALE = '1200'
const LEAD_MS = 3_000
const GIVEN = { FACTS_KEYS: `facts-1:${keyText()}`, WEBHOOK_SECRET_KEYS: `seal-2:${keyText()},seal-1:${keyText()}` }
let file: KeyFileAt
let web: MerchantWeb
let world: World
let shop: Asking
beforeAll(async () => {
  file = newKeyFile()
  web = await startMerchantWeb()
  world = await startWorld({
    ...web.settings,
    ...GIVEN,
    KEY_STORE: file.setting,
    KEY_TIME_SCALE: SCALE,
    PENDING_MAX: '1000',
  })
  shop = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const rows = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
const keyIn = async (purpose: string, state: string) =>
  (await rows('select * from service_keys where purpose = $1 and state = $2 order by number desc', [purpose, state]))[0]
const untilKey = async (purpose: string, state: string) => {
  await until(async () => (await keyIn(purpose, state)) !== undefined)
  return keyIn(purpose, state)
}
const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
const BY = ['--actor', 'ada', '--reason', 'a test']
const factsNow = async () => (await shop.asked()).facts_jws as string
/** Replaced by the one that is made now. */
const replaced = async (purpose: string): Promise<{ old: string; now: string }> => {
  const { kid: old } = await keyIn(purpose, 'current')
  await admin('keys', 'rotate', purpose, ...BY)
  await until(async () => (await keyIn(purpose, 'current')).kid !== old)
  const { kid: now } = await keyIn(purpose, 'current')
  return { old, now }
}

test('keys that were settings are taken over and stay in use; a purpose without any gets a new one', async () => {
  const jws = await factsNow()
  expect(kidOf(jws)).toBe('facts-1')
  expect(isSignedBy(jws, await servedKeys(world.url), 'facts')).toBe(true)
  expect((await keyIn('webhook', 'current')).kid).toBe('seal-2')
  expect((await keyIn('webhook', 'retired')).kid).toBe('seal-1')
  expect((await keyIn('receipt', 'current')).kid).toMatch(/^[\w-]{43}$/)
  // The settings can go: another process has the keys out of the database.
  const another = await world.another({ FACTS_KEYS: '', WEBHOOK_SECRET_KEYS: '' })
  expect(await servedKeys(another.url as string)).toEqual(await servedKeys(world.url))
  await another.stop()
})

test('a dump of the database shows no private part, and a sealed key opens as no other', async () => {
  await admin('keys', 'rotate', 'receipt', ...BY)
  const dump = (await rows('select s::text as line from service_keys s')).map(({ line }) => line).join('\n')
  for (const setting of Object.values(GIVEN)) {
    for (const item of setting.split(',')) {
      const text = item.split(':')[1] as string
      expect(dump).not.toContain(text)
      expect(dump).not.toContain(Buffer.from(text, 'base64url').toString('hex'))
    }
  }
  expect(dump).not.toMatch(/"d"|"k"/)
  await untilKey('receipt', 'retired')
})

test('rows that the key store did not write, moved or changed, are no keys for anybody', async () => {
  const before = await servedKeys(world.url)
  const { sealed, public_jwk } = await keyIn('facts', 'current')
  // As whoever writes to the database would, with all rights but the key store.
  const plant = (purpose: 'facts' | 'receipt', kid: string, bytes: Buffer) =>
    transactionsOn(world.database.admin).asSystem((tx) => {
      const planted = { purpose, kid, public_jwk: { ...public_jwk, purpose, kid }, sealed: bytes, sealed_by: 'kek-1' }
      return insertKey(tx, planted, 'retired')
    })
  expect(await plant('receipt', 'facts-1', sealed)).toBe(true)
  expect(await plant('facts', 'another-kid', sealed)).toBe(true)
  expect(await plant('facts', 'made-up', randomBytes(200))).toBe(true)
  await rows(`alter table service_keys disable trigger all`)
  await rows(`update service_keys set public_jwk = public_jwk || '{"x":"${keyText()}"}' where kid = 'facts-1'`)
  await rows(`alter table service_keys enable trigger all`)
  await until(() => world.log.some((line) => line.includes('made-up') && line.includes('does not open')))
  expect(await servedKeys(world.url)).toEqual(before)
  const another = await world.another({ FACTS_KEYS: '', WEBHOOK_SECRET_KEYS: '' })
  expect(await servedKeys(another.url as string)).toEqual(before)
  await another.stop()
  await rows(`alter table service_keys disable trigger all`)
  await rows(
    `delete from service_keys where (purpose, kid) in (('receipt', 'facts-1'), ('facts', 'another-kid'), ('facts', 'made-up'))`,
  )
  await rows(`alter table service_keys enable trigger all`)
})

test.each(['facts', 'receipt'])(
  'a row of the current key for %s that does not open stops no running process, and none starts with it',
  async (purpose) => {
    const before = await servedKeys(world.url)
    const { kid, sealed } = await keyIn(purpose, 'current')
    const put = (bytes: Buffer) => rows('update service_keys set sealed = $1 where kid = $2', [bytes, kid])
    await put(randomBytes(sealed.length))
    await expect(world.another()).rejects.toThrow('KEY_STORE does not open the keys in the database')
    expect(kidOf(await factsNow())).toBe('facts-1')
    expect(await servedKeys(world.url)).toEqual(before)
    await put(sealed)
  },
)

test('a key is published in every process before it signs in one, by the word of the key before it, and then replaces it', async () => {
  const another = await world.another()
  const earlier = await factsNow()
  await rows(
    `update service_keys set not_before = now() - interval '8 days' where purpose = 'facts' and state = 'current'`,
  )
  const next = await untilKey('facts', 'next')
  const published = async () => {
    const both = await Promise.all([world.url, another.url as string].map(servedKeys))
    return both.map((keys) => keys.some(({ kid }) => kid === next.kid))
  }
  const order: unknown[] = []
  await until(async () => {
    const shown = await published()
    const signs = kidOf(await factsNow()) === next.kid
    order.push([...shown, signs])
    return signs
  })
  expect(order).toContainEqual([true, true, false])
  expect(order.at(-1)).toEqual([true, true, true])
  const { made_at, not_before } = await keyIn('facts', 'current')
  expect(not_before.getTime() - made_at.getTime()).toBeGreaterThanOrEqual(LEAD_MS)
  const now = await factsNow()
  for (const url of [world.url, another.url as string]) {
    const keys = await servedKeys(url)
    expect([earlier, now].map((jws) => isSignedBy(jws, keys, 'facts'))).toEqual([true, true])
  }
  expect((await world.call('GET', '/v1/service')).json.service.facts_key.kid).toBe(next.kid)
  const keys = await servedKeys(world.url)
  const word = keys.find(({ kid }) => kid === next.kid)?.endorsement_jws as string
  expect([kidOf(word), isSignedBy(word, keys, 'facts')]).toEqual(['facts-1', true])
  await another.stop()
})

test('a retired key has no private part left, and its row stays whatever is tried', async () => {
  const kid = 'facts-1'
  if ((await keyIn('facts', 'current')).kid === kid) await replaced('facts')
  const [{ sealed }] = await rows('select sealed from service_keys where kid = $1', [kid])
  // A nonce, a tag, and the public part alone.
  expect(sealed.length).toBe(12 + 16 + JSON.stringify({ x: 'x'.repeat(43) }).length)
  for (const text of [
    `delete from service_keys where kid = '${kid}'`,
    `update service_keys set state = 'next' where kid = '${kid}'`,
    `update service_keys set public_jwk = null where kid = '${kid}'`,
    `update service_key_changes set actor = 'nobody'`,
  ]) {
    await expect(rows(text)).rejects.toThrow(/public part|never becomes|nobody may change/)
  }
  expect(await admin('keys', 'retire', 'facts', kid, ...BY)).toContain('its public part stays')
})

test('a new sealing key opens and seals without a gap, and the old one stays for as long as it sealed a row', async () => {
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret } = await activeEndpoint(shop.operator, { url })
  const heard = async () => {
    expect((await act(shop.operator, id, 'verify')).status).toBe(200)
    return holds(secret, web.webhooks.lastAt(path))
  }
  const { old, now } = await replaced('webhook')
  expect(await heard()).toBe(true)
  await rows(`update service_keys set not_after = now() - interval '1 day' where kid = $1`, [old])
  expect(await admin('keys', 'retire', 'webhook', old, ...BY)).toContain('still opens rows')
  expect(await admin('keys', 'list')).toContain(`webhook  ${old}  retired`)
  expect(await heard()).toBe(true)
  expect(await admin('keys', 'reseal', ...BY)).toBe(`sealed 1 rows again with ${now}`)
  const told = 'select actor, reason from service_key_changes where kid = $1 and change = $2'
  expect(await rows(told, [now, 'resealed'])).toEqual([{ actor: 'operator:ada', reason: 'a test' }])
  expect(await heard()).toBe(true)
  await until(async () => (await rows('select from service_keys where kid = $1', [old])).length === 0)
  expect(await heard()).toBe(true)
  const changes = await rows('select change, actor from service_key_changes where kid = $1 order by change_id', [old])
  expect(changes.at(-1)).toEqual({ change: 'gone', actor: 'service' })
})

describe('in its own time', () => {
  const [one, two] = [`kek-1:${keyText()}`, `kek-2:${keyText()}`]
  const own = newKeyFile(one)
  let calm: World
  beforeAll(async () => {
    calm = await startWorld({ KEY_STORE: own.setting })
  })
  afterAll(() => calm.stop())
  const found = async (text: string, values: unknown[] = []) => (await calm.database.admin.query(text, values)).rows
  const run = (...words: string[]) => runAdmin(readConfig(calm.settings), ['keys', ...words])

  test('an operator sees the keys, and drops one that was not used yet', async () => {
    expect(await run('rotate', 'webhook', ...BY)).toContain('is made')
    await expect(run('rotate', 'webhook', ...BY)).rejects.toThrow('has a next key already')
    const listed = (await run('list')).split('\n')
    const [next, current] = ['next', 'current'].map(
      (state) =>
        listed.find((line) => line.includes(`  ${state}  `) && line.startsWith('webhook'))?.split('  ')[1] ?? '',
    )
    expect(await run('retire', 'webhook', next as string, ...BY)).toBe(`webhook ${next} is gone`)
    expect(await run('retire', 'webhook', current as string, ...BY)).toContain('is in use')
    await expect(run('rotate', 'webhook')).rejects.toThrow('--actor')
    await expect(run('rotate', 'log', ...BY)).rejects.toThrow('usage')
    const changes = 'select change, actor, reason from service_key_changes where kid = $1 order by change_id'
    expect(await found(changes, [next])).toEqual([
      { change: 'next', actor: 'operator:ada', reason: 'a test' },
      { change: 'gone', actor: 'operator:ada', reason: 'a test' },
    ])
  })

  test('with another key-encryption key in front all keys are sealed again, and the old one can go', async () => {
    const before = await servedKeys(calm.url)
    const sealers = async () => (await found('select distinct sealed_by from service_keys')).map((row) => row.sealed_by)
    expect(await sealers()).toEqual(['kek-1'])
    own.write(two)
    await expect(calm.another()).rejects.toThrow('KEY_STORE does not open the keys')
    own.write(`${two},${one}`)
    await (await calm.another()).stop()
    await until(async () => (await sealers()).join() === 'kek-2')
    own.write(two)
    const last = await calm.another()
    expect(await servedKeys(last.url as string)).toEqual(before)
    await last.stop()
  })
})

test('a stolen key is published no more, another one signs at once, and nothing brings it back', async () => {
  const { old: older, now: stolen } = await replaced('facts')
  await until(async () => kidOf(await factsNow()) === stolen)
  const signed = await factsNow()
  expect(await admin('keys', 'compromised', 'facts', stolen, ...BY)).toMatch(/counts no more; [\w-]{43} signs now/)
  await until(async () => kidOf(await factsNow()) !== stolen)
  const served = await servedKeys(world.url)
  expect(isSignedBy(signed, served, 'facts')).toBe(false)
  const jws = await factsNow()
  expect(isSignedBy(jws, served, 'facts')).toBe(true)
  // The word of a stolen key is worth nothing: whoever pinned it pins again.
  expect(served.find(({ kid }) => kid === kidOf(jws))).not.toHaveProperty('endorsement_jws')
  expect(await admin('keys', 'list')).toContain(`facts  ${stolen}  compromised`)
  expect(await admin('keys', 'compromised', 'facts', stolen, ...BY)).toContain('is marked already')
  expect(await admin('keys', 'compromised', 'facts', 'nobodys', ...BY)).toContain('there is no key')
  await expect(rows('update service_keys set compromised_at = null where kid = $1', [stolen])).rejects.toMatchObject({
    code: '23001',
  })
  const told = await rows(`select change, actor from service_key_changes where kid = $1 and change = 'compromised'`, [
    stolen,
  ])
  expect(told).toEqual([{ change: 'compromised', actor: 'operator:ada' }])
  expect(await admin('keys', 'compromised', 'facts', older, ...BY)).toBe(`facts ${older} counts no more`)
  await until(async () => !(await servedKeys(world.url)).some(({ kid }) => kid === older))
})

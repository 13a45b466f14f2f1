import { describe, expect, it } from 'vitest'
import { type Script, startScriptedDns } from '../../../test/outside/scripted-dns.ts'
import { createDns } from './dns.ts'
import { agreed, proveTxt, siblingOf } from './txt-proof.ts'

const NAME = '_svc-challenge.shop.test'
const VALUE = 'svc-proof=3f9c'

const honest: Script = ({ name }) =>
  name === NAME
    ? {
        records: [
          { type: 'TXT', value: 'spf' },
          { type: 'TXT', value: VALUE },
        ],
      }
    : { rcode: 'NXDOMAIN' }

const besideWildcard: Script = (asked) =>
  asked.name === NAME ? honest(asked) : { records: [{ type: 'TXT', value: 'spf' }] }

const wildcard: Script = () => ({ records: [{ type: 'TXT', value: VALUE }] })

async function prove(...scripts: readonly Script[]) {
  await using stack = new AsyncDisposableStack()
  const servers = await Promise.all(scripts.map(async (script) => stack.use(await startScriptedDns(script)).server))
  const { ok, seen } = await proveTxt(createDns({ servers, timeout_ms: 400 }), NAME, VALUE)
  return { ok, seen: seen.map((line) => line.replace(/^127\.0\.0\.1:\d+: /, '')) }
}

describe('a TXT proof counts', () => {
  it('when every resolver sees the value and no other name has it', async () => {
    expect(await prove(honest, honest)).toEqual({ ok: true, seen: [`"spf", "${VALUE}"`, `"spf", "${VALUE}"`] })
  })

  it('when the neighbours have a wildcard of their own with another value', async () => {
    expect(await prove(besideWildcard, besideWildcard)).toMatchObject({ ok: true })
  })
})

describe('a TXT proof does not count, and says what was seen', () => {
  it.each<[string, Script, string]>([
    ['the second resolver does not know the name', () => ({ rcode: 'NXDOMAIN' }), 'no such name'],
    ['the second resolver has no record', () => ({}), 'the name has no TXT record'],
    ['the second resolver sees another value', () => ({ records: [{ type: 'TXT', value: 'x' }] }), '"x"'],
    ['the second resolver is silent', () => 'silence', 'no answer in time'],
    ['the second resolver fails', () => ({ rcode: 'SERVFAIL' }), 'refused or failed (ESERVFAIL)'],
    ['the value is only the beginning', () => ({ records: [{ type: 'TXT', value: `${VALUE}0` }] }), `"${VALUE}0"`],
    ['the answer is cut', ({ over }) => (over === 'tcp' ? 'silence' : { truncated: true }), 'no answer in time'],
  ])('when %s', async (_when, second, line) => {
    const { ok, seen } = await prove(honest, second)
    expect(ok).toBe(false)
    expect(seen[1]).toBe(line)
  })

  it('when a wildcard gives the value for every name', async () => {
    const { ok, seen } = await prove(honest, wildcard)
    expect(ok).toBe(false)
    expect(seen).toContain('a wildcard record answers the same for any name')
  })

  it('when a wildcard cannot be ruled out', async () => {
    const { ok, seen } = await prove(honest, (asked) => (asked.name === NAME ? honest(asked) : 'silence'))
    expect(ok).toBe(false)
    expect(seen).toContain('could not rule out a wildcard record')
  })

  it('when the record comes and goes between two resolvers', async () => {
    let nth = 0
    const flapping: Script = (asked) => {
      if (asked.name !== NAME) return { rcode: 'NXDOMAIN' }
      nth += 1
      return nth === 1 ? honest(asked) : { rcode: 'NXDOMAIN' }
    }
    expect((await prove(flapping, flapping)).ok).toBe(false)
  })

  it('when nobody was asked', () => {
    expect(agreed([], VALUE).ok).toBe(false)
  })
})

it('what a stranger wrote is shown short and in plain letters', () => {
  const values = Array.from({ length: 9 }, () => `\u202e\u0007${'x'.repeat(500)}`)
  const { seen } = agreed([{ resolver: 'r', outcome: 'answer', values, took_ms: 1 }], VALUE)
  expect(seen[0]).toMatch(/^[ -~…]{0,600} and 4 more$/)
})

it('a sibling is a different name under the same parent every time', () => {
  expect(siblingOf(NAME)).toMatch(/^_svc-challenge-[0-9a-f]{16}\.shop\.test$/)
  expect(siblingOf(NAME)).not.toBe(siblingOf(NAME))
})

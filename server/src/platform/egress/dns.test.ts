import { describe, expect, it } from 'vitest'
import { startDnsServer, startScriptedDns } from '../../../test/egress/scripted-dns.ts'
import { createDns } from './dns.ts'

describe('against a real DNS server', () => {
  it('reports the records, the absent record and the absent name for what they are', async () => {
    const long = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(200, '.'))
    await using server = await startDnsServer([
      'txt-record=_proof.shop.test,one,two',
      'host-record=shop.test,127.0.0.9,::1',
      'cname=alias.test,shop.test',
      `txt-record=long.test,${long.join(',')}`,
    ])
    const dns = createDns({ servers: [server.server], timeout_ms: 2000 })
    const resolver = server.server
    expect(await dns.txt('_proof.shop.test')).toMatchObject([{ resolver, outcome: 'answer', values: ['onetwo'] }])
    expect(await dns.txt('shop.test')).toMatchObject([{ resolver, outcome: 'no_data', values: [] }])
    expect(await dns.txt('nobody.test')).toMatchObject([{ resolver, outcome: 'nxdomain', values: [] }])
    // Longer than a UDP answer may be: this one came over TCP.
    expect(await dns.txt('long.test')).toMatchObject([{ resolver, outcome: 'answer', values: [long.join('')] }])
    expect(await dns.addresses('alias.test')).toMatchObject({
      resolver,
      outcome: 'answer',
      values: ['127.0.0.9', '::1'],
    })
    expect(await dns.addresses('nobody.test')).toMatchObject({ outcome: 'nxdomain', values: [] })
  })
})

describe('against servers that misbehave', () => {
  it('says what each resolver saw, and lets none speak for another', async () => {
    await using honest = await startScriptedDns(() => ({ records: [{ type: 'TXT', value: 'here' }] }))
    await using absent = await startScriptedDns(() => ({ rcode: 'NXDOMAIN' }))
    await using broken = await startScriptedDns(() => ({ rcode: 'SERVFAIL' }))
    await using silent = await startScriptedDns(() => 'silence')
    const servers = [honest.server, absent.server, broken.server, silent.server]
    const heard: string[][] = []
    const onAnswer = (...of: string[]) => void heard.push(of)
    expect(await createDns({ servers, timeout_ms: 300, onAnswer }).txt('a.test')).toMatchObject([
      { resolver: honest.server, outcome: 'answer', values: ['here'] },
      { resolver: absent.server, outcome: 'nxdomain', values: [] },
      { resolver: broken.server, outcome: 'error', values: [], detail: 'ESERVFAIL' },
      { resolver: silent.server, outcome: 'timeout', values: [] },
    ])
    // Of a name that is broken its owner hears; of a resolver that is gone, whoever runs the service.
    expect(Object.fromEntries(heard)).toEqual({
      [honest.server]: 'answered',
      [absent.server]: 'answered',
      [broken.server]: 'answered',
      [silent.server]: 'silent',
    })
  })

  it('takes nothing from a truncated answer and asks again over TCP', async () => {
    await using dns = await startScriptedDns(({ over }) =>
      over === 'udp'
        ? { truncated: true, records: [{ type: 'TXT', value: 'cut' }] }
        : { records: [{ type: 'TXT', value: 'whole' }] },
    )
    const [answer] = await createDns({ servers: [dns.server], timeout_ms: 2000 }).txt('a.test')
    expect(answer?.values).toEqual(['whole'])
    expect(dns.asked.map(({ over }) => over)).toEqual(['udp', 'tcp'])
  })

  it('reports no value when the rest of a truncated answer never comes', async () => {
    await using dns = await startScriptedDns(({ over }) =>
      over === 'udp' ? { truncated: true, records: [{ type: 'TXT', value: 'cut' }] } : 'silence',
    )
    const [answer] = await createDns({ servers: [dns.server], timeout_ms: 300 }).txt('a.test')
    expect(answer).toMatchObject({ outcome: 'timeout', values: [] })
  })

  it('keeps no answer: a record that comes and goes is seen coming and going', async () => {
    await using dns = await startScriptedDns(({ nth }) =>
      nth % 2 === 1 ? { records: [{ type: 'TXT', value: 'here' }] } : { rcode: 'NXDOMAIN' },
    )
    const { txt } = createDns({ servers: [dns.server], timeout_ms: 2000 })
    const outcomes = [await txt('a.test'), await txt('a.test'), await txt('a.test')].map(([answer]) => answer?.outcome)
    expect(outcomes).toEqual(['answer', 'nxdomain', 'answer'])
  })

  it.each(['A', 'AAAA'])('takes half an answer for none: a lost %s record may be the one to refuse', async (lost) => {
    await using dns = await startScriptedDns(({ type }) => {
      if (type === lost) return 'silence'
      return { records: [type === 'A' ? { type, value: '127.0.0.1' } : { type: 'AAAA', value: '::1' }] }
    })
    const answer = await createDns({ servers: [dns.server], timeout_ms: 200 }).addresses('a.test')
    expect(answer).toMatchObject({ outcome: 'timeout', values: [] })
  })

  it('goes to the next server for addresses when one does not answer', async () => {
    await using silent = await startScriptedDns(() => 'silence')
    await using dns = await startScriptedDns(({ type }) =>
      type === 'A' ? { records: [{ type, value: '127.0.0.1' }] } : {},
    )
    const { addresses } = createDns({ servers: [silent.server, dns.server], timeout_ms: 2000 })
    expect(await addresses('a.test')).toMatchObject({ outcome: 'answer', values: ['127.0.0.1'] })
  })

  it('ends every question within its time, however many servers are silent', async () => {
    await using one = await startScriptedDns(() => 'silence')
    await using two = await startScriptedDns(() => 'silence')
    await using three = await startScriptedDns(() => 'silence')
    const dns = createDns({ servers: [one.server, two.server, three.server], timeout_ms: 300 })
    const started = performance.now()
    expect(await dns.addresses('a.test')).toMatchObject({ outcome: 'timeout', values: [] })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('asks again when a packet was lost, and a question that ends does not end another', async () => {
    await using lossy = await startScriptedDns(({ name, nth }) =>
      name === 'never.test' || nth === 1 ? 'silence' : { records: [{ type: 'TXT', value: 'late' }] },
    )
    const { txt } = createDns({ servers: [lossy.server], timeout_ms: 600 })
    const [never, late] = await Promise.all([txt('never.test'), txt('lost.test')])
    expect([never[0]?.outcome, late[0]?.outcome]).toEqual(['timeout', 'answer'])
  })
})

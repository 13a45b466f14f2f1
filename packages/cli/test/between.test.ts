/** What lies between the CLI and the service may change what is shown or lose answers; neither costs anybody money. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaymentRequest } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deciding, startProxy } from '../../sdk/test/proxy.ts'
import { type Home, newHome } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
  await home.json(place.demo)
})
afterAll(() => place.stop())

/** The same profile, with somebody between it and the service. */
const behind = async (fate: Deciding) => {
  const proxy = await startProxy(place.world.url, fate)
  const through = newHome()
  const profile = JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8'))
  writeFileSync(join(through.folder, 'default.json'), JSON.stringify({ ...profile, base_url: proxy.base_url }))
  return {
    home: through,
    async [Symbol.asyncDispose]() {
      through.remove()
      await proxy[Symbol.asyncDispose]()
    },
  }
}
const ask = (at: Home, task: string) => at.run(['requests', 'create', '--amount', '2', '--task', task, '--json'])

describe('somebody between', () => {
  test('who changes the address cannot get the test wallet to sign: code 1, and the request stays as it was', async () => {
    const { request_id } = JSON.parse((await ask(home, 'changed')).stdout).payment_request as PaymentRequest
    await using changed = await behind(async ({ method, path, headers }) => {
      if (method !== 'GET' || !path.endsWith(request_id)) return 'pass'
      const authorization = String(headers['authorization'])
      const { json } = await place.world.call('GET', path, { headers: { authorization } })
      json.payment_request.payment.to = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
      return { status: 200, body: json }
    })
    const { code, stdout, stderr } = await changed.home.run(['wallet', 'approve', request_id])
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining("Don't pay.")])
    const { payment_request } = await home.json<{ payment_request: PaymentRequest }>(['requests', 'show', request_id])
    expect(payment_request.status).toBe('pending')
  })

  test('who changes an amount, or sends a link, has neither shown by any command', async () => {
    const { request_id } = JSON.parse((await ask(home, 'shown')).stdout).payment_request as PaymentRequest
    const elsewhere = 'web+stellar:pay?destination=GEVIL&amount=1000000'
    const bend =
      (change: (request: PaymentRequest) => object): Deciding =>
      () => ({
        alter: (body) => {
          const answer = JSON.parse(body)
          for (const request of [answer.payment_request, ...(answer.payment_requests ?? [])])
            if (request) Object.assign(request, change(request))
          return JSON.stringify(answer)
        },
      })
    await using bent = await behind(bend(({ payment }) => ({ payment: { ...payment, amount: '7777' } })))
    for (const command of [
      ['requests', 'show', request_id],
      ['wallet', 'reject', request_id],
      ['requests', 'list'],
      ['wallet', 'inbox'],
    ])
      for (const json of [[], ['--json']])
        expect(JSON.stringify(await bent.home.run([...command, ...json]))).not.toContain('7777')
    await using linking = await behind(bend(() => ({ handoff: { uri: elsewhere } })))
    const shown = await linking.home.run(['requests', 'show', request_id, '--json'])
    expect(shown.stdout).not.toContain('GEVIL')
    expect(new URL(JSON.parse(shown.stdout).wallet_link).searchParams.get('amount')).toBe('2')
  })

  test('who loses the answer leaves the outcome unknown, code 5; the same command then finds the one request', async () => {
    await using losing = await behind(({ method, path }) =>
      method === 'POST' && path === '/v1/payment-requests' ? 'lose' : 'pass',
    )
    const lost = await ask(losing.home, 'lost')
    expect([lost.code, lost.stdout, JSON.parse(lost.stderr).exit_code]).toEqual([5, '', 5])
    const again = await ask(home, 'lost')
    expect([again.code, JSON.parse(again.stdout).replayed]).toEqual([0, true])
  })
})

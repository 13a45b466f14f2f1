/** A link that was asked for with `bind` works where it was asked for, and nowhere else. */
import { beforeAll, expect, test } from 'vitest'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let boxes = 0
beforeAll(async () => {
  world = await sharedWorld()
})

const ask = async () => {
  const email = `bound-${boxes++}@merchant.example`
  const asked = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email, bind: true } })
  const cookie = (asked.headers.get('set-cookie') as string).split(';')[0] as string
  const token = /#token=(\S+)/.exec((await world.mailbox.next(email)).text)?.[1] as string
  const verify = async (sent: { code?: string; cookie?: string } = {}) => {
    const answer = await world.call('POST', '/v1/merchant-accounts/email-verifications', {
      body: { token, ...(sent.code !== undefined && { code: sent.code }) },
      headers: sent.cookie === undefined ? {} : { cookie: sent.cookie },
    })
    return [answer.status, answer.json.error?.code]
  }
  return { asked, cookie, code: asked.json.code as string, verify }
}

test('a scanner that follows the link a hundred times uses nothing up; the browser that asked goes on', async () => {
  const { asked, cookie, verify } = await ask()
  expect(asked.headers.get('set-cookie')).toMatch(/^__Host-svc_sign_in=.*HttpOnly; Secure; SameSite=Strict/)
  for (let tries = 0; tries < 100; tries++) expect(await verify()).toEqual([403, 'sign_in_code_required'])
  expect(await verify({ cookie })).toEqual([200, undefined])
  expect(await verify({ cookie })).toEqual([410, 'sign_in_link_spent'])
})

test('another browser needs the code, however it is typed, and a cookie of another link is none', async () => {
  const [one, other] = [await ask(), await ask()]
  expect(await one.verify({ cookie: other.cookie })).toEqual([403, 'sign_in_code_required'])
  expect(await one.verify({ code: other.code })).toEqual([403, 'sign_in_code_required'])
  expect(await one.verify({ code: one.code.toLowerCase().replace('-', ' ') })).toEqual([200, undefined])
})

test('five wrong codes use the link up, for whoever asked too', async () => {
  const { cookie, code, verify } = await ask()
  const wrong = code.startsWith('B') ? 'CCCC-CCCC' : 'BBBB-BBBB'
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify({ code: wrong })))
  expect(answers.filter(([status]) => status === 403)).toHaveLength(5)
  expect(await verify({ code })).toEqual([410, 'sign_in_link_spent'])
  expect(await verify({ cookie })).toEqual([410, 'sign_in_link_spent'])
})

test('whoever does not ask for it gets neither cookie nor code', async () => {
  const email = 'unbound@merchant.example'
  const asked = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
  expect([asked.headers.get('set-cookie'), asked.json.code]).toEqual([null, undefined])
})

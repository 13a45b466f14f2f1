/** Every operation by every role: allowed exactly where the contract declares it. Made from the list of operations. */
import { isAtLeast, ROLES, type Role } from '@pursestrings/contract/members/records'
import { changesState, credentialsOf, type Operation, roleOf } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { beforeAll, expect, test } from 'vitest'
import { newMember, newOperator, type Operator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
const members = new Map<Role, Operator>()
beforeAll(async () => {
  world = await sharedWorld()
  const owner = await newOperator(world)
  for (const role of ROLES) members.set(role, role === 'owner' ? owner : await newMember(world, owner, role))
})

const pathOf = (o: Operation): string =>
  o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((o.example.params as never)[name]))

/** A field that no operation has stops the call right behind the route. */
const knock = async (o: Operation, role: Role) => {
  const query = new URLSearchParams({ ...o.example.query, surprise: '1' }).toString()
  const answer = await (members.get(role) as Operator).call(o.method, `${pathOf(o)}?${query}`, {
    ...(changesState(o) && { body: o.example.body ?? {} }),
  })
  return [answer.status, answer.json?.error] as const
}

const withSession = operations.filter((o) => credentialsOf(o).includes('merchant_session'))

test.each(withSession.map((o) => [o.id, o] as const))(
  '%s is open to the roles that it declares alone',
  async (_, o) => {
    for (const role of ROLES) {
      const [status, error] = await knock(o, role)
      const details = { ...error, ...error?.details }
      if (isAtLeast(role, roleOf(o))) expect([role, status, details.code]).toEqual([role, 422, 'unknown_field'])
      else {
        expect([role, status, details.code]).toEqual([role, 403, 'role_not_allowed'])
        expect(details).toMatchObject({ role, role_needed: roleOf(o) })
      }
    }
  },
)

const guarded = withSession.flatMap((o) =>
  (o.guards ?? []).flatMap((guard) => (guard.role ? [[o.id, guard.field, guard.role, guard, o] as const] : [])),
)
test.each(guarded)('%s with %s takes at least %s', async (_, field, role_needed, { values }, o) => {
  const { examples } = (o.body?.properties[field] ?? {}) as { readonly examples?: readonly unknown[] }
  for (const role of ROLES.filter((one) => isAtLeast(one, roleOf(o)) && !isAtLeast(one, role_needed))) {
    for (const value of values ?? examples ?? []) {
      const member = members.get(role) as Operator
      const body = { [field]: value, ...(value === 'recall' && { reason: 'mistake' }) }
      const { status, json } = await member.call(o.method, pathOf(o), { body })
      expect([role, status, json.error]).toMatchObject([role, 403, { code: 'role_not_allowed', role_needed }])
    }
  }
})

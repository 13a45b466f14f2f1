/** What counts as signed by a device: the vectors that clients are held to as well. */
import { readFileSync } from 'node:fs'
import { DEVICE_DECISION_JWS_TYPE, type DeviceJwk, deviceAlgOf } from '@pursestrings/protocol/device-statements'
import { expect, test } from 'vitest'
import { kidOf, readStatement } from './signed-statement.ts'

interface Vector {
  readonly what: string
  readonly public_key: DeviceJwk
  readonly kid: string
  readonly jws: string
  readonly members: object | null
}

const file = new URL('../../../../tests/vectors/decisions.json', import.meta.url)
const { decisions } = JSON.parse(readFileSync(file, 'utf8')) as { readonly decisions: readonly Vector[] }

test.each(decisions)('$what', ({ public_key: jwk, kid, jws, members }) => {
  expect(kidOf(jwk)).toBe(kid)
  const key = { kid, alg: deviceAlgOf(jwk), jwk }
  expect(readStatement(jws, DEVICE_DECISION_JWS_TYPE, key) ?? null).toEqual(members)
})

/** How long a new address of a payee waits before it is paid: longer than a day, if an organization wants that. */
import { Type } from 'typebox'
import { Input, operation, Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { Whole } from '../wire/inputs.ts'

export const COOLING_OFF_S_MIN = 86_400
export const COOLING_OFF_S_MAX = 604_800

export const CoolingOff = Resource('CoolingOff', 'how long new addresses wait', {
  cooling_off_s: Counted('how long an activated version waits now, in seconds', COOLING_OFF_S_MIN),
  lowers_to_s: mostlyNull(
    Counted('how long later', COOLING_OFF_S_MIN),
    'how long from `lowers_at` on; null where nothing was lowered',
  ),
  lowers_at: mostlyNull(Timestamp, 'when the lower time takes effect'),
})

const common = {
  path: '/v1/cooling-off',
  tier: 'payee_safety',
  credential: 'merchant_session',
  limit: 'standard',
  answer: { status: 200, body: Type.Object({ cooling_off: CoolingOff }) },
  refuses: [],
} as const

export const readCoolingOff = operation({
  ...common,
  id: 'cooling_off.read',
  method: 'GET',
  idempotency: 'safe',
  summary: 'Read how long new addresses wait',
  description:
    'A day, unless you chose longer. On `stellar_testnet` only a changed address waits, unless it was confirmed with a passkey (`recipients.activate_version`).',
  example: {},
})

export const updateCoolingOff = operation({
  ...common,
  id: 'cooling_off.update',
  method: 'PATCH',
  idempotency: 'none',
  summary: 'Change how long new addresses wait',
  description:
    "From one day to seven. A longer time counts at once. A shorter one counts only after the present time has passed, and every member gets an email, so that somebody who steals a session can't shorten the wait and then use it. Versions that are cooling already keep their time. Sending the present time again cancels a shorter one.",
  role: 'owner',
  step_up: true,
  body: Input({
    cooling_off_s: Whole(COOLING_OFF_S_MIN, COOLING_OFF_S_MAX, { description: 'in seconds', examples: [259_200] }),
  }),
  example: { body: { cooling_off_s: 259_200 } },
})

export const coolingOffOperations = [readCoolingOff, updateCoolingOff] as const

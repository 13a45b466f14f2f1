/** How long a new address of a payee waits before it is paid: longer than a day, if an organization wants that. */
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'

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

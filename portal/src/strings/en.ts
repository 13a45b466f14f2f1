/** Every word that the portal shows, in English. Each folder has its own. */
import { agentPaymentsStrings } from '../agent-payments/strings.ts'
import { agentsStrings } from '../agents/strings.ts'
import { domainsStrings } from '../domains/strings.ts'
import { frameStrings } from '../frame/strings.ts'
import { keysStrings } from '../keys/strings.ts'
import { paletteStrings } from '../palette/strings.ts'
import { policiesStrings } from '../policies/strings.ts'
import { recipientsStrings } from '../recipients/strings.ts'
import { requestsStrings } from '../requests/strings.ts'
import { setupStrings } from '../setup/strings.ts'
import { signInStrings } from '../sign-in/strings.ts'
import { stepUpStrings } from '../step-up/strings.ts'

export const en = {
  ...agentPaymentsStrings,
  ...agentsStrings,
  ...domainsStrings,
  ...frameStrings,
  ...keysStrings,
  ...paletteStrings,
  ...policiesStrings,
  ...recipientsStrings,
  ...requestsStrings,
  ...setupStrings,
  ...signInStrings,
  ...stepUpStrings,
} as const

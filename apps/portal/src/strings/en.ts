/** Every word that the portal shows, in English. Each folder has its own. */
import { agentPaymentsStrings } from '../agent-payments/strings.ts'
import { agentsStrings } from '../agents/strings.ts'
import { auditStrings } from '../audit/strings.ts'
import { domainsStrings } from '../domains/strings.ts'
import { exportStrings } from '../export/strings.ts'
import { frameStrings } from '../frame/strings.ts'
import { keysStrings } from '../keys/strings.ts'
import { liveStrings } from '../live/strings.ts'
import { membersStrings } from '../members/strings.ts'
import { overviewStrings } from '../overview/strings.ts'
import { paletteStrings } from '../palette/strings.ts'
import { payeeStrings } from '../payee/strings.ts'
import { policiesStrings } from '../policies/strings.ts'
import { recipientsStrings } from '../recipients/strings.ts'
import { requestsStrings } from '../requests/list-strings.ts'
import { requestStrings } from '../requests/strings.ts'
import { settingsStrings } from '../settings/strings.ts'
import { setupStrings } from '../setup/strings.ts'
import { signInStrings } from '../sign-in/strings.ts'
import { stepUpStrings } from '../step-up/strings.ts'
import { webhooksStrings } from '../webhooks/strings.ts'

export const en = {
  ...agentPaymentsStrings,
  ...agentsStrings,
  ...auditStrings,
  ...domainsStrings,
  ...exportStrings,
  ...frameStrings,
  ...keysStrings,
  ...paletteStrings,
  ...payeeStrings,
  ...policiesStrings,
  ...membersStrings,
  ...liveStrings,
  ...overviewStrings,
  ...recipientsStrings,
  ...requestsStrings,
  ...requestStrings,
  ...settingsStrings,
  ...setupStrings,
  ...signInStrings,
  ...webhooksStrings,
  ...stepUpStrings,
} as const

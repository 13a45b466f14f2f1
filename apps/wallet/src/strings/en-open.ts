/** The words of the open wallet, in English. They come with the client. */
import { activityStrings } from '../activity/strings.ts'
import { agentsStrings } from '../agents/strings.ts'
import { automaticStrings } from '../automatic/strings.ts'
import { openFrameStrings } from '../frame/open-strings.ts'
import { inboxStrings } from '../inbox/strings.ts'
import { liveStrings } from '../live/strings.ts'
import { payingStrings } from '../paying/strings.ts'
import { policiesStrings } from '../policies/strings.ts'
import { receiptsStrings } from '../receipts/strings.ts'
import { reviewStrings } from '../review/strings.ts'
import { settingsStrings } from '../settings/strings.ts'
import { stopStrings } from '../stop/strings.ts'

export const enOpen = {
  ...activityStrings,
  ...agentsStrings,
  ...automaticStrings,
  ...openFrameStrings,
  ...inboxStrings,
  ...liveStrings,
  ...payingStrings,
  ...policiesStrings,
  ...receiptsStrings,
  ...reviewStrings,
  ...settingsStrings,
  ...stopStrings,
} as const

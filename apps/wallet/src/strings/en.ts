/** The words of the first screens, in English: until the wallet is open, no others are needed. Each folder has its own. */
import { frameStrings } from '../frame/strings.ts'
import { unlockStrings } from '../unlock/strings.ts'
import { welcomeStrings } from '../welcome/strings.ts'

export const en = { ...frameStrings, ...unlockStrings, ...welcomeStrings } as const

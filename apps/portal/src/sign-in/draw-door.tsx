/** The pages before the session: without router, cache and client, which come when something is pressed, or a moment later. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { frameStrings } from '../frame/strings.ts'
import { membersStrings } from '../members/strings.ts'
import { stepUpStrings } from '../step-up/strings.ts'
import { startWords } from '../strings/i18n.ts'
import { SignIn } from './SignIn.tsx'
import { signInStrings } from './strings.ts'
import { Verify } from './Verify.tsx'

export const draw = (root: HTMLElement): void => {
  startWords({ ...frameStrings, ...membersStrings, ...signInStrings, ...stepUpStrings })
  createRoot(root).render(<StrictMode>{location.pathname === '/verify' ? <Verify /> : <SignIn />}</StrictMode>)
}

/** The pages before the session: without router, cache and client, which come when something is pressed, or a moment later. */
import { frameStrings } from '../frame/strings.ts'
import { membersStrings } from '../members/strings.ts'
import { stepUpStrings } from '../step-up/strings.ts'
import { SignIn } from './SignIn.tsx'
import { signInStrings } from './strings.ts'
import { Verify } from './Verify.tsx'

export const words = { ...frameStrings, ...membersStrings, ...signInStrings, ...stepUpStrings }

export const Drawn = () => (location.pathname === '/verify' ? <Verify /> : <SignIn />)

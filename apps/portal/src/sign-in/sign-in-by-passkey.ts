import { api } from '../client.ts'
import { proveWithPasskey } from '../step-up/passkey.ts'
import type { Verified } from './Choose.tsx'

/** The browser knows whose passkeys it has, so nobody types an address. */
export const signInByPasskey = async (): Promise<Verified> => {
  const assertion = await proveWithPasskey(await api.passkeys.createSignInChallenge())
  return await api.passkeys.signIn({ assertion })
}

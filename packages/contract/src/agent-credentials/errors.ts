/** What registering and proving an agent's key can be refused with. */
import { errorEntry } from '../errors.ts'

export const privateKeySent = errorEntry({
  code: 'private_key_sent',
  status: 422,
  meaning: 'A private key was sent. It was neither stored nor logged, but it has left your machine.',
  recovery: 'Discard that key pair, make a new one, and send its public half alone.',
  retry: 'never',
})

export const credentialKidTaken = errorEntry({
  code: 'credential_kid_taken',
  status: 409,
  meaning: 'The agent already has a credential with this `kid`; a kid names one key forever.',
  recovery: 'Choose another `kid`. For a fresh challenge send the same `kid` with the same key while it is pending.',
  retry: 'never',
})

export const credentialKeyTaken = errorEntry({
  code: 'credential_key_taken',
  status: 409,
  meaning: 'This public key is or was a credential of your organization; a key serves one credential, once.',
  recovery: 'Make a new key pair.',
  retry: 'never',
})

export const credentialProofInvalid = errorEntry({
  code: 'credential_proof_invalid',
  status: 422,
  meaning: "The signature is not one by this credential's key over this challenge.",
  recovery: 'Sign the UTF-8 bytes of `proof_challenge.sign` with the private key; the challenge can still be used.',
  retry: 'never',
})

export const challengeSpent = errorEntry({
  code: 'challenge_spent',
  status: 410,
  meaning: 'This challenge has been used, has expired, was replaced or was not issued for this credential.',
  recovery:
    'Read the credential: if it is active, it is proven. If it is pending, register the same `kid` and key again for a fresh challenge.',
  retry: 'never',
})

export const tooManyCredentials = errorEntry({
  code: 'too_many_credentials',
  status: 409,
  meaning: 'The agent already has two active credentials, which is what a rotation needs.',
  recovery: 'Revoke one of them, then send the same call again while the challenge lasts.',
  retry: 'never',
})

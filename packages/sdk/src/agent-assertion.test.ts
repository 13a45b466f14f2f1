import { expect, test } from 'vitest'
import { signCredentialProof } from './agent-assertion.ts'
import { generateKeyPair } from './signing-key.ts'

test('a challenge is signed as it is, and nothing that could be an assertion is', async () => {
  const { private_key } = await generateKeyPair()
  const challenge = 'svc.credential_proof.v1:x1rF0Yw6m3Tn8cQeJ5bGZk2sVdLhUaPiO7tXyKqRzNM'
  expect(await signCredentialProof(private_key, challenge)).toEqual({
    challenge,
    signature: expect.stringMatching(/^[\w-]{86}$/),
  })
  for (const text of [
    'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhZ3RfIn0',
    '',
    ' svc.credential_proof.v1:x',
    'svc.credential_proof.v2:x',
  ]) {
    await expect(signCredentialProof(private_key, text)).rejects.toThrow('A challenge begins with')
  }
})

/** Who signs an authorization. What comes back is checked before it is kept: the very authorization, by the account's own key. */
import {
  type Authorization,
  compareAuthorization,
  type SignedAuthorization,
  type Terms,
  type TokenDomain,
} from '@pursestrings/evm/authorization'
import { isSigned } from '@pursestrings/evm/sign-authorization'
import { SignatureRefusedError } from '../signature-refused.ts'

export interface AuthorizationSigner {
  address(): Promise<string>
  sign(authorization: Authorization, domain: TokenDomain): Promise<SignedAuthorization>
}

export async function signedBy(
  signer: AuthorizationSigner,
  authorization: Authorization,
  terms: Terms,
): Promise<SignedAuthorization> {
  const signed = await signer.sign(authorization, terms.domain)
  const is_ours =
    signed.authorization.from === authorization.from && compareAuthorization(signed.authorization, terms).length === 0
  if (is_ours && isSigned(signed, terms.domain)) return signed
  throw new SignatureRefusedError(
    'The signing wallet returned another authorization, or a signature of another account, token or chain.',
  )
}

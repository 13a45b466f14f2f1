/** The signer gave back something else than was asked for. Nothing was kept, and nothing sent. */
export class SignatureRefusedError extends Error {
  override readonly name = 'SignatureRefusedError'
}

/** Bytes in their one spelling: no padding, no other alphabet, no stray bits at the end, no white space (A3). */
export const strictBase64url = (text: string, length: number): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined
}

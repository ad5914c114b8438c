import { expect, test } from 'vitest'
import type { StaffSession } from '#contract/admin/session.ts'
import { createAuthProvider } from './auth-provider.ts'

test('a cancelled request does not end the session', async () => {
  const provider = createAuthProvider({ permissions: [] } as unknown as StaffSession, async () => {})
  // The data layer of ra-core signs out when this call rejects.
  await expect(provider.checkError(new DOMException('Aborted', 'AbortError'))).resolves.toBeUndefined()
})

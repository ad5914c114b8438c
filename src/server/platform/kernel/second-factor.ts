import type { Services, StaffVisitor } from './context.ts'

/**
 * Whether an owner must set up an authenticator app or a passkey before anything else. Not in the demo shop, whose link is for looking
 * around. ADR 0042.
 */
export const needsSecondFactor = (
  { secondFactorDue }: Pick<StaffVisitor, 'secondFactorDue'>,
  mode: Services['config']['mode'],
): boolean => mode === 'production' && secondFactorDue !== null && secondFactorDue.getTime() <= Date.now()

import type { GatewayKeys } from '../config/gateway-keys.ts'
import { RAZORPAY_URL } from './razorpay/client.ts'

/** Origins whose payment page is opened by a form of ours: the pages' policy has to let it go there (security §13). */
export const formTargetsOf = ({ razorpay }: GatewayKeys): string[] =>
  razorpay ? [new URL(razorpay.apiUrl ?? RAZORPAY_URL).origin] : []

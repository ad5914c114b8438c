// In a file of their own: what is asked when somebody logs in is no part of what every page loads first.
export const authRoutes = {
  login: 'POST /api/auth/login',
  register: 'POST /api/auth/register',
  otpRequest: 'POST /api/auth/otp/request',
  otpVerify: 'POST /api/auth/otp/verify',
  reset: 'POST /api/auth/reset',
  validateReset: 'POST /api/auth/validate-reset',
  resetComplete: 'POST /api/auth/reset-complete',
  logout: 'POST /api/auth/logout',
} as const

export const passkeyRoutes = {
  list: 'GET /api/passkeys/all',
  registerOptions: 'POST /api/passkeys/register-options',
  register: 'POST /api/passkeys/register',
  remove: 'DELETE /api/passkeys/:id',
  loginOptions: 'POST /api/passkeys/login-options',
  login: 'POST /api/passkeys/login',
} as const

export const storefrontRoutes = {
  all: 'GET /api/storefront/all',
  initialValues: 'GET /api/storefront/initial-values',
} as const

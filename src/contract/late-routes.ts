/** Groups that only screens of their own call: apart from `routes.ts`, so that no first page carries their addresses. */
export const accountRoutes = {
  get: 'GET /api/account/get',
  updateProfile: 'PUT /api/account/update-profile',
  updatePassword: 'PUT /api/account/update-password',
  otpGenerate: 'POST /api/account/otp/generate',
  otpVerify: 'POST /api/account/otp/verify',
  accessLogs: 'GET /api/account/access-logs',
  deleteSession: 'DELETE /api/account/sessions/:id',
  sessions: 'GET /api/account/sessions',
  endOtherSessions: 'DELETE /api/account/sessions',
  emailGenerate: 'POST /api/account/email/generate',
  emailVerify: 'POST /api/account/email/verify',
  reauthenticateGenerate: 'POST /api/account/re-authenticate/generate',
  reauthenticate: 'POST /api/account/re-authenticate',
  export: 'GET /api/account/export',
  deleteAccount: 'POST /api/account/delete',
} as const

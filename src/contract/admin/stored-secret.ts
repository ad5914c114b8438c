/** Stands for a stored secret in answers, and in writes for "keep it". The secret itself never leaves the server. */
export const STORED_SECRET = '••••••'

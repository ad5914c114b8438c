/** Comma-separated secrets: all are accepted during a rotation. */
export const listOfSecrets = (text: string): string[] => text.split(',').map((secret) => secret.trim())

/** Why a backup cannot be made or restored, with a message for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

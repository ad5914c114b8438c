/** SKUs compare case-insensitively. */
export const spellSku = (sku: string) => sku.toLowerCase()

/** FNV-1a, 32 bits, of a normalized SKU: distinguishes SKUs among the few products that have all their words. */
export function skuHash(spelt: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < spelt.length; at++) hash = Math.imul(hash ^ spelt.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}

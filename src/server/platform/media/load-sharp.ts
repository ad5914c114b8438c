/**
 * sharp for the few pictures that this process itself makes, such as uploads: loaded with the first one, because libvips takes memory
 * and time at the start. Its cache would only use memory.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

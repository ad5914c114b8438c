export const answer = await Promise.resolve(42)
console.log(answer)

export const apiRooms = []
export const appRooms = []
export const roomOf = () => null

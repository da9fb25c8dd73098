/** Pinhole camera: metres to pixels. Looks along +z, tilted down by `pitch`. */
export function createCamera({ eye, pitch = 0, focal, centre }) {
  const cos = Math.cos(pitch),
    sin = Math.sin(pitch)
  const camera = ([x, y, z]) => {
    const dx = x - eye[0],
      dy = y - eye[1],
      dz = z - eye[2]
    const depth = Math.max(1, dz * cos - dy * sin)
    return [centre[0] + (focal * dx) / depth, centre[1] - (focal * (dy * cos + dz * sin)) / depth, depth]
  }
  camera.eye = eye
  camera.horizon = centre[1] - focal * Math.tan(pitch)
  return camera
}

export function waterCamera(ctx, horizon, eyeHeight, focal, centreX = ctx.W / 2) {
  const camera = createCamera({ eye: [0, eyeHeight, 0], focal, centre: [centreX, horizon] })
  camera.focal = focal
  return camera
}

// Prepares the fonts of the app, by the names of their files, and its icon, for drawing pictures.
import { FOLDERS } from "./python.js";

export const prepareCanvas = async (FS) => {
  const folder = `${FOLDERS.site}/scorepad/assets/fonts`;
  const files = FS.readdir(folder).filter((name) => name.endsWith(".ttf"));
  const fonts = files.map((name) => new FontFace(name.slice(0, -4), FS.readFile(`${folder}/${name}`)));
  await Promise.all(fonts.map((font) => font.load()));
  for (const font of fonts) self.fonts.add(font);
  const answer = await fetch(new URL("icons/icon-192.png", import.meta.url));
  const icon = await createImageBitmap(await answer.blob());
  // A function, since Pyodide cannot pass an ImageBitmap back unchanged.
  self.drawIcon = (context, x, y, size) => context.drawImage(icon, x, y, size, size);
};

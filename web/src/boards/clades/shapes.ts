/** Silhouettes of our own, for animals that no icon set draws: the view box and what is in it. */
export interface Shape {
  box: string;
  body: string;
}

export const shapes = {
  hughmilleria: {
    box: '25 44 461 461',
    body: '<path d="M176 164c-8-60 22-112 80-112s88 52 80 112c-40 12-120 12-160 0z"/><path d="M181 176h150L330 196H182zM182 202h148L326 222H186zM186 228h140L320 248H192zM192 254h128L313 274H199zM199 280h114L305 300H207zM207 306h98L296 326H216zM216 332h80L287 353H225zM225 359h62L279 381H233zM233 387h46L271 411H241z"/><path d="M240 419h32l-16 78z"/><path d="M190 160C140 170 110 200 100 240" fill="none" stroke="currentColor" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/><ellipse cx="92" cy="290" rx="34" ry="62" transform="rotate(14 92 290)"/><path d="M182 120C140 110 118 90 104 60" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M180 140C130 136 92 124 62 100" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M184 156C130 160 84 162 46 152" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><g transform="matrix(-1 0 0 1 512 0)"><path d="M190 160C140 170 110 200 100 240" fill="none" stroke="currentColor" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/><ellipse cx="92" cy="290" rx="34" ry="62" transform="rotate(14 92 290)"/><path d="M182 120C140 110 118 90 104 60" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M180 140C130 136 92 124 62 100" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M184 156C130 160 84 162 46 152" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/></g>',
  },
  stylonurus: {
    box: '15 12 482 482',
    body: '<path d="M200 138c-6-50 14-90 56-90s62 40 56 90c-30 10-82 10-112 0z"/><path d="M204 150h104L308 170H204zM204 176h104L306 196H206zM206 202h100L302 222H210zM210 228h92L297 248H215zM215 254h82L291 274H221zM221 280h70L285 300H227zM227 306h58L279 326H233zM233 332h46L274 352H238zM238 358h36L269 378H243z"/><path d="M244 386h24l-12 100z"/><path d="M206 128L110 150L40 330" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M208 136L140 200L92 400" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M204 112L96 96L24 210" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M206 92L120 50L60 96" fill="none" stroke="currentColor" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/><path d="M222 60L190 20" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/><g transform="matrix(-1 0 0 1 512 0)"><path d="M206 128L110 150L40 330" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M208 136L140 200L92 400" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M204 112L96 96L24 210" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M206 92L120 50L60 96" fill="none" stroke="currentColor" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/><path d="M222 60L190 20" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/></g>',
  },
  lunataspis: {
    box: '17 32 478 478',
    body: '<path d="M256 40C130 40 60 130 60 246c0 40 10 66 26 74 20-44 56-64 92-70l24-6c30-6 78-6 108 0l24 6c36 6 72 26 92 70 16-8 26-34 26-74C452 130 382 40 256 40zm-70 92c14-8 28-4 30 8s-14 24-28 28-24-4-22-14 8-16 20-22zm140 0c12 6 18 12 20 22s-8 18-22 14-30-16-28-28 16-16 30-8z"/><path d="M196 266c38-8 82-8 120 0 26 8 44 24 54 48l-22 12 6 24-26 4 0 24-26-4-10 22-16-10c-14 8-26 8-40 0l-16 10-10-22-26 4 0-24-26-4 6-24-22-12c10-24 28-40 54-48z"/><path d="M242 404h28l-14 98z"/>',
  },
  arthropleura: {
    box: '37 32 446 446',
    body: '<rect x="200" y="84" width="112" height="26" rx="11"/><path d="M232 76l-26 -36M280 76l26 -36" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="185" y="120" width="168" height="26" rx="11"/><path d="M177 134l-34 12M361 134l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="189" y="156" width="176" height="26" rx="11"/><path d="M181 170l-34 12M373 170l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="185" y="192" width="184" height="26" rx="11"/><path d="M177 206l-34 12M377 206l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="173" y="228" width="192" height="26" rx="11"/><path d="M165 242l-34 12M373 242l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="164" y="264" width="184" height="26" rx="11"/><path d="M156 278l-34 12M356 278l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="155" y="300" width="176" height="26" rx="11"/><path d="M147 314l-34 12M339 314l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="151" y="336" width="168" height="26" rx="11"/><path d="M143 350l-34 12M327 350l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="155" y="372" width="160" height="26" rx="11"/><path d="M147 386l-34 12M323 386l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="167" y="408" width="152" height="26" rx="11"/><path d="M159 422l-34 12M327 422l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><rect x="202" y="444" width="108" height="26" rx="11"/><path d="M194 458l-34 12M318 458l34 12" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  pauropod: {
    box: '32 61 430 430',
    body: '<ellipse cx="150" cy="286" rx="26" ry="52"/><ellipse cx="206" cy="286" rx="26" ry="70"/><ellipse cx="266" cy="286" rx="26" ry="78"/><ellipse cx="326" cy="286" rx="26" ry="72"/><ellipse cx="382" cy="286" rx="26" ry="56"/><circle cx="100" cy="286" r="34"/><path d="M412 250c26 4 40 18 42 36-2 18-16 32-42 36z"/><path d="M92 254C84 214 66 190 40 176M78 214L72 166M62 192L92 150" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M176 352l-16 50M190 350l10 52" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M176 216l-14 -44" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><path d="M236 352l-16 50M250 350l10 52" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M236 216l-14 -44" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><path d="M296 352l-16 50M310 350l10 52" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M296 216l-14 -44" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><path d="M356 352l-16 50M370 350l10 52" fill="none" stroke="currentColor" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M356 216l-14 -44" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  stenodictya: {
    box: '16 32 481 481',
    body: '<path d="M256 96c-22 0-34 18-34 42 0 16 6 26 14 34l-6 40 8 120 12 140h12l12-140 8-120-6-40c8-8 14-18 14-34 0-24-12-42-34-42z"/><path d="M226 190C170 130 90 110 24 128c-4 36 26 70 70 86 50 16 100 14 136 2z"/><path d="M228 232c-60 0-140 20-186 74 10 36 60 50 104 40 44-12 74-44 84-82z"/><path d="M222 168c-18-24-44-34-68-30 0 22 20 40 68 52z"/><path d="M244 98L214 40" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><path d="M252 468l-30 36" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><g transform="matrix(-1 0 0 1 512 0)"><path d="M226 190C170 130 90 110 24 128c-4 36 26 70 70 86 50 16 100 14 136 2z"/><path d="M228 232c-60 0-140 20-186 74 10 36 60 50 104 40 44-12 74-44 84-82z"/><path d="M222 168c-18-24-44-34-68-30 0 22 20 40 68 52z"/><path d="M244 98L214 40" fill="none" stroke="currentColor" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/><path d="M252 468l-30 36" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></g>',
  },
  bat_up: {
    box: '22 18 469 469',
    body: '<path d="M256 196c-10-16-22-28-30-44-6 18-6 34-2 50-10 8-16 18-18 30C176 196 120 150 60 64 36 120 22 190 34 262c24-14 44-16 62-6-2 24 4 46 18 66 14-16 30-22 48-18 4 22 14 40 30 54 10-12 18-16 28-14 6 36 18 66 36 96 18-30 30-60 36-96 10-2 18 2 28 14 16-14 26-32 30-54 18-4 34 2 48 18 14-20 20-42 18-66 18-10 38-8 62 6 12-72-2-142-26-198-60 86-116 132-146 168-2-12-8-22-18-30 4-16 4-32-2-50-8 16-20 28-30 44z"/>',
  },
  bat_hang: {
    box: '21 22 456 456',
    body: '<path d="M236 30h14v40h12V30h14v52c30 14 50 36 56 66l70-14c-30 60-44 130-44 226-22-18-40-22-56-12 0 0-6 20-22 34 6 16 2 36-10 54l-8 34-8-22h-10l-8 22-8-34c-12-18-16-38-10-54-16-14-22-34-22-34-16-10-34-6-56 12 0-96-14-166-44-226l70 14c6-30 26-52 56-66z"/>',
  },
  protobat: {
    box: '7 22 486 486',
    body: '<path d="M256 56c-12-6-26-16-34-26-4 18-4 34 4 50-6 10-8 20-6 32-50 4-110-10-166-52 2 24 12 42 28 56-18 92-6 190 20 282-14 4-26 14-34 28 40 14 96 2 128-36 14 8 26 12 38 14 6 44 30 84 74 96-22-34-32-66-34-98 10-2 20-6 30-12 32 38 88 50 128 36-8-14-20-24-34-28 26-92 38-190 20-282 16-14 26-32 28-56-56 42-116 56-166 52 2-12 0-22-6-32 8-16 8-32 4-50-8 10-10 20-22 26z"/>',
  },
  quetzalcoatlus: {
    box: '4 -4 456 456',
    body: '<path d="M12 190L128 150c10-16 26-22 46-20l-10 22c30 20 60 42 90 62C272 146 336 82 452 36c-18 50-20 96-10 140-30 6-48 22-56 46-26 6-44 20-54 44 20 22 54 38 106 44-46 18-92 14-128-6-4 26-12 48-24 68l-12-40-28 24 2-66c-24-24-56-66-98-104z"/><path d="M222 268c-64 10-118 54-160 138 42-14 80-12 112 6 14-52 38-86 70-106z"/>',
  },
  rhamphorhynchus: {
    box: '6 -4 500 500',
    body: '<path d="M262 214c-8-78-44-138-128-186 10 50 8 92-8 136 24 10 38 28 44 54 22 8 36 22 42 40C150 296 96 340 52 402l-38-4 10 40 34 26 30-44-16-10c38-52 90-92 152-120 8 12 16 20 30 26l-6 44 26-30 20 30 2-52c22-10 36-24 44-44 24 0 46 8 66 22l92-30-96-8c-10-20-26-30-50-32 16-30 46-50 96-62-66-26-130-6-186 40z"/>',
  },
  valenictus: {
    box: '42 76 466 466',
    body: '<path d="M96 150c-28 4-46 26-46 58 0 22 8 36 20 44l-8 96 20-74 14 2c0 0 0 62 10 88 16 26 48 46 96 54l-28 50c40 4 70-10 84-44 50 6 104 4 150-12 24 30 56 44 92 38-18-22-26-40-26-64 10-22 12-44 6-66-20 26-42 40-66 44-30-54-76-82-140-88-22-68-76-130-178-126zm-6 42a12 12 0 1 1 0 24 12 12 0 0 1 0-24z"/>',
  },
  enaliarctos: {
    box: '10 65 480 480',
    body: '<path d="M60 176c30-24 74-22 100 8 26 34 48 66 96 84 62 20 104 44 130 88 36-14 68-12 96 10-30 2-46 10-56 26 8 18 4 38-14 58-14-30-34-44-60-48-54 8-110 4-158-12-4 26-26 50-72 56 6-30 12-52 10-80-36-40-52-84-72-124-16 2-30-2-42-12 20-8 30-24 42-54zm34 18a11 11 0 1 0 0 22 11 11 0 0 0 0-22z"/>',
  },
  puijila: {
    box: '20 39 486 486',
    body: '<path d="M42 218c14-30 40-42 70-36l16-18 18 24c24 12 40 24 66 26 60-30 138-24 176 24 30 38 60 72 110 76-40 24-86 10-124-30-4 24-12 40-28 50l26 62-48 2-24-72c-40 14-80 14-116 4l-26 70-50-2 26-40-14-66c-20-18-30-34-44-42-16 6-34 4-48-6 10-4 14-12 14-26zm58-4a10 10 0 1 0 0 20 10 10 0 0 0 0-20z"/>',
  },
  triceratops: {
    box: '24 35 482 482',
    body: '<path d="M34 292c4-34 20-56 44-70L34 146l84 62c10-4 20-4 30-2l-22-86 60 72c10-34 26-54 52-64 10 24 12 50 6 76 70-20 140-4 178 46 20 26 44 44 76 48-32 18-62 14-88-4 2 20-2 36-12 50l16 88h-58l-10-64c-42 12-88 12-130 0l-14 64h-58l6-100c-24 2-44-4-60-16-20 20-40 24-58 8 14 0 20-6 22-16-10 2-18-4-20-16zm84-36a12 12 0 1 0 0 24 12 12 0 0 0 0-24z"/>',
  },
  orca: {
    box: '22 22 478 478',
    body: '<path d="M30 296c20-60 84-96 170-98 16-50 44-86 86-104-8 44-2 80 16 108 50 8 92 26 122 54 14-26 34-42 62-44-14 32-20 58-20 82 12 16 22 36 26 62-30-4-52-16-66-38-44 32-100 48-160 48-6 34-30 58-76 62 14-26 18-46 12-66-80-4-152-26-172-66zm88-34c-22 0-38 8-40 18s14 14 36 8 34-16 30-22-14-4-26-4zm-20 66c30 18 80 26 130 22-30 16-104 10-130-22z"/>',
  },
  blue_whale: {
    box: '12 10 490 490',
    body: '<path d="M20 262c0-44 60-74 150-74 100 0 190 30 250 74 10-30 30-52 66-62-8 34-14 58-14 76 10 14 20 30 22 56-34-4-56-18-66-38-50 34-116 54-190 56-8 30-28 52-64 58 6-24 6-42-2-58-92-6-152-44-152-88zm24 6c46 40 126 48 190 36-60-2-130-10-190-36zm96-34a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"/><path d="M196 160c0-30-8-46-26-58M196 160c0-30 8-46 26-58" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  shark: {
    box: '8 4 510 510',
    body: '<path d="M16 272c50-44 116-70 190-74 16-48 46-82 92-96-8 44-4 78 8 104 48 10 88 26 116 46 14-44 36-74 74-92-10 50-12 92-2 122 2 34 10 60 16 84-38-10-66-34-84-72-36 20-82 34-132 40 2 34 16 62 42 82-58 0-94-30-104-80-60-2-128-12-170-26l56-14-102-24zm98-30a11 11 0 1 0 0 22 11 11 0 0 0 0-22z"/>',
  },
  iguana: {
    box: '-28 25 518 518',
    body: '<path d="M30 214c20-34 58-46 92-34l8-26 18 30 16-28 14 32 20-26 12 32 24-22 8 32c50 10 82 40 94 82 12 46 50 84 146 84-92 40-172 22-214-50-8 16-20 28-36 34l40 34-6 20-42-6-44-44c-20 0-38-4-52-12l-14 50-40 18-18-10 28-34-6-58c-14-20-24-36-38-42-20 4-44 0-60-14 20-6 40-16 50-42zm48 6a10 10 0 1 0 0 20 10 10 0 0 0 0-20z"/>',
  },
  barnacle: {
    box: '44 32 424 424',
    body: '<path d="M60 448l76-236h44l-20 236zM188 448l14-236h108l14 236zM352 448l-20-236h44l76 236z"/><path d="M250 190C244 140 214 100 160 92" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M252 180C250 120 226 70 190 44" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M254 176C252 120 246 80 240 40" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><g transform="matrix(-1 0 0 1 512 0)"><path d="M250 190C244 140 214 100 160 92" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M252 180C250 120 226 70 190 44" fill="none" stroke="currentColor" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/><path d="M254 176C252 120 246 80 240 40" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/></g>',
  },
} satisfies Record<string, Shape>;

/** Works across windows: an element of another window is no instance of this window's `Element`. */
export const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target

/** Whether an event is an element's: of this window, or of another one that this page draws into, whose `Element` is another class. */
export const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target

import { useCallback, useEffect, useRef, useState } from 'react';
import { outcomeOf, type Problem } from '../../../api/problem.js';
import { lookFurther, NOTHING_YET, type Found, type Question } from './found-events.js';

interface Look {
  readonly by: Question;
  readonly found: Found;
  readonly isLooking: boolean;
  readonly problem?: Problem;
}

/** What is found of the trail so far. A new question starts afresh; answers to an old one are dropped. */
export function useFoundEvents(question: Question) {
  const [last, setLast] = useState<Look>();
  const abort = useRef<AbortController>(undefined);

  const look = useCallback(
    async (from: Found, { signal }: AbortController) => {
      const show = (look: Omit<Look, 'by'>) => {
        if (!signal.aborted) setLast({ by: question, ...look });
      };
      let found = from;
      show({ found, isLooking: true });
      const goThrough = async () => {
        for await (found of lookFurther(question, from, signal)) show({ found, isLooking: true });
      };
      const { problem } = await outcomeOf(goThrough());
      if (!problem?.isForSigningIn) show({ found, isLooking: false, problem });
    },
    [question],
  );

  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    void look(NOTHING_YET, controller);
    return () => controller.abort();
  }, [look]);

  const { found, isLooking, problem } =
    last?.by === question ? last : { found: NOTHING_YET, isLooking: true, problem: undefined };
  const goOn = () => {
    if (abort.current && !isLooking) void look(found, abort.current);
  };
  return { found, isLooking, problem, goOn };
}

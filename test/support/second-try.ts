// On a machine that others share, what fails for a moment gets a second try. It is reported, and what is broken fails twice.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });

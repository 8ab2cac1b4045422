/* Stands before the system's resolver: notes every name that is looked up, one a line, in the file that DCCTREE_NAMES names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
	static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
	const char *name = getenv("DCCTREE_NAMES");
	FILE *file = name && node ? fopen(name, "a") : NULL;
	if (file) {
		fprintf(file, "%s\n", node);
		fclose(file);
	}
	if (!real) real = dlsym(RTLD_NEXT, "getaddrinfo");
	return real(node, service, hints, found);
}
